import { refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import type { Database } from '#platform/db/index.ts';
import { afterOf, type Cursors, cursorsOf, limitOf, type PageInput, toPage } from '#platform/http/paging.ts';
import type { PolicyValues } from '#slices/organizations/index.ts';
import type { MissionBody, ProgramBody, RequirementValues } from './schema.ts';
import {
  findMission,
  findProgram,
  type MissionRow,
  type ProgramRow,
  selectMissions,
  selectPrograms,
} from './sql/programs.ts';

const missionCursors = cursorsOf('missions', ['number']);
const programCursors = cursorsOf('programs', ['number']);

function presentPlan<
  Row extends {
    archived_at: Temporal.Instant | null;
    created_at: Temporal.Instant;
    updated_at: Temporal.Instant;
  },
>(row: Row) {
  const { archived_at, created_at, updated_at, ...rest } = row;
  return {
    ...rest,
    archived: archived_at !== null,
    created_at: formatInstant(created_at),
    updated_at: formatInstant(updated_at),
  };
}

export function presentMission(row: MissionRow): MissionBody {
  return { ...presentPlan(row), requirements: row.requirements as RequirementValues };
}

export function presentProgram(row: ProgramRow): ProgramBody {
  return { ...presentPlan(row), policies: row.policies as PolicyValues };
}

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
