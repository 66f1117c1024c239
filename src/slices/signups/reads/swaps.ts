import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import type { Reader } from '#platform/db/index.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import { authorize, rightsOf } from '#slices/organizations/index.ts';
import { presentSwap } from '../present.ts';
import type { SwapFilter } from '../schema/swaps.ts';
import { selectLiveSwaps, selectMySwaps } from '../sql/swaps.ts';

const ofSwaps = cursorsOf('swaps', ['number']);

export async function readMySwaps(db: Reader, call: Call, person: Person) {
  const { memberOf } = await rightsOf(db, person);
  const rows = memberOf.size === 0 ? [] : await selectMySwaps(db, person.userId, [...memberOf], call.now);
  return { items: rows.map((row) => presentSwap(row, person.userId)) };
}

/** For coordinators: those that wait for someone, and those that wait for them. */
export async function readSwaps(
  db: Reader,
  call: Call,
  organizationId: number,
  { limit, cursor, status }: SwapFilter,
) {
  await authorize(db, call, 'shifts.manage', organizationId);
  const after = ofSwaps.decode(cursor)?.[0] as number | undefined;
  const rows = await selectLiveSwaps(db, organizationId, call.now, { status, after, limit });
  return toPage(
    ofSwaps,
    rows,
    limit,
    (row) => [row.id],
    (row) => presentSwap(row),
  );
}
