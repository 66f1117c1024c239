import { refuse } from '#kernel/refusal.ts';
import { type Database, keepWhileUnchanged, type Reader } from '#platform/db/index.ts';
import { taggedJson } from '#platform/http/etag.ts';
import { afterOf, cursorsOf, type PageInput, toPage } from '#platform/http/paging.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { serializerFor } from '#platform/http/routing.ts';
import { present } from './present.ts';
import { Mission, Program } from './schema.ts';
import { type PlanKind, type PlanRows, plansById, selectPlans } from './sql/programs.ts';

const cursors = { missions: cursorsOf('missions', ['number']), programs: cursorsOf('programs', ['number']) };

const schemas = { missions: Mission, programs: Program };

const keepPlans = <Kind extends PlanKind>(kind: Kind) =>
  keepWhileUnchanged<number, RawAnswer | undefined>({
    counter: 'plan_changes',
    keyOf: String,
    bytesOf: (answer) => answer?.body.length ?? 0,
    async read(database, id) {
      const row = (await plansById[kind](database, id)) as PlanRows[Kind] | undefined;
      return row && taggedJson(serializerFor(schemas[kind])(present[kind](row)));
    },
  });

const keptPlans = { missions: keepPlans('missions'), programs: keepPlans('programs') };

export async function readPlan(database: Database, kind: PlanKind, id: number): Promise<RawAnswer> {
  const answer = await keptPlans[kind](database, id);
  if (!answer) throw refuse('not_found');
  return answer;
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
