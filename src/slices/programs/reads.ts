import { refuse } from '#kernel/refusal.ts';
import type { Database, Reader } from '#platform/db/index.ts';
import { afterOf, cursorsOf, type PageInput, toPage } from '#platform/http/paging.ts';
import { present } from './present.ts';
import { type PlanKind, type PlanRows, plansById, selectPlans } from './sql/programs.ts';

const cursors = { missions: cursorsOf('missions', ['number']), programs: cursorsOf('programs', ['number']) };

export async function readPlan<Kind extends PlanKind>(database: Database, kind: Kind, id: number) {
  const row = (await plansById[kind](database, id)) as PlanRows[Kind] | undefined;
  if (!row) throw refuse('not_found');
  return present[kind](row);
}

export interface PlanInput extends PageInput {
  readonly organization_id?: number;
  readonly archived?: boolean;
}

export async function readPlans<Kind extends PlanKind>(db: Reader, kind: Kind, query: PlanInput) {
  const { limit } = query;
  const rows = await selectPlans(db, kind, {
    organizationId: query.organization_id,
    archived: query.archived ?? false,
    after: afterOf(cursors[kind], query),
    limit,
  });
  return toPage(cursors[kind], rows, limit, (row) => [row.id], present[kind]);
}
