import { refuse } from '#kernel/refusal.ts';
import type { Database } from '#platform/db/index.ts';
import { afterOf, type Cursors, cursorsOf, limitOf, type PageInput, toPage } from '#platform/http/paging.ts';
import { presentMission, presentProgram } from './present.ts';
import type { MissionBody, ProgramBody } from './schema.ts';
import { findMission, findProgram, selectMissions, selectPrograms } from './sql/programs.ts';

const missionCursors = cursorsOf('missions', ['number']);
const programCursors = cursorsOf('programs', ['number']);

export async function readMission(db: Database['db'], id: number): Promise<MissionBody> {
  const row = await findMission(db, id);
  if (!row) throw refuse('not_found');
  return presentMission(row);
}

export async function readProgram(db: Database['db'], id: number): Promise<ProgramBody> {
  const row = await findProgram(db, id);
  if (!row) throw refuse('not_found');
  return presentProgram(row);
}

export interface PlanInput extends PageInput {
  readonly organization_id?: number;
  readonly archived?: boolean;
}

export async function readMissions(db: Database['db'], query: PlanInput) {
  const rows = await selectMissions(db, planFilter(missionCursors, query));
  return toPage(missionCursors, rows, limitOf(query), (row) => [row.id], presentMission);
}

export async function readPrograms(db: Database['db'], query: PlanInput) {
  const rows = await selectPrograms(db, planFilter(programCursors, query));
  return toPage(programCursors, rows, limitOf(query), (row) => [row.id], presentProgram);
}

function planFilter(cursors: Cursors, query: PlanInput) {
  return {
    organizationId: query.organization_id,
    archived: query.archived ?? false,
    after: afterOf(cursors, query),
    limit: limitOf(query),
  };
}
