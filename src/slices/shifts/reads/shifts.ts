import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Database } from '#platform/db/index.ts';
import { decodeCursor, encodeCursor, toPage } from '#platform/http/paging.ts';
import { RawAnswer } from '#platform/http/route.ts';
import { authorize } from '#slices/organizations/index.ts';
import type { ShiftQueryInput } from '../schema/shift.ts';
import { type ListFilter, selectIds, selectPage, selectTexts } from '../sql/lists.ts';
import { selectRoster } from '../sql/registrations.ts';
import { readShiftText } from '../sql/shift-text.ts';
import { findShift } from '../sql/shifts.ts';
import { takeable } from './eligibility.ts';
import { presentRegistration } from './registrations.ts';

type Db = Database['db'];
const json = 'application/json; charset=utf-8';

/** Published and cancelled shifts are public; a draft is known to those who plan. */
export async function readShift(database: Database, call: Call, id: number): Promise<RawAnswer> {
  const [row] = await readShiftText(database, id);
  if (!row) throw refuse('not_found');
  if (row.status === 'draft') await seeDrafts(database.db, call, row.organization_id);
  return new RawAnswer(json, row.body);
}

async function seeDrafts(db: Db, call: Call, organizationId: number): Promise<void> {
  if (call.actor.kind === 'anonymous') throw refuse('not_found');
  await authorize(db, call, 'shifts.manage', organizationId);
}

export async function readShifts(database: Database, call: Call, query: ShiftQueryInput): Promise<RawAnswer> {
  const { db } = database;
  const filter = filterOf(query);
  if (filter.status === 'draft') {
    if (call.actor.kind === 'anonymous') throw refuse('unauthenticated');
    if (filter.organizationId === undefined)
      throw refuse('organization_required', 'Drafts are listed by organization: send `organization_id`.');
    await seeDrafts(db, call, filter.organizationId);
  }
  if (query.eligible === 'me') return await readTakeable(db, call, filter);
  const page = await selectPage(database, filter);
  const cursor = page.last ? encodeCursor([page.last.start, page.last.id]) : null;
  return new RawAnswer(json, `{"items":${page.items},"next_cursor":${JSON.stringify(cursor)}}`);
}

function filterOf(query: ShiftQueryInput): ListFilter & { limit: number } {
  const keys = decodeCursor(query.cursor, ['instant', 'number']);
  const start = keys?.[0] as string | undefined;
  return {
    organizationId: query.organization_id,
    programId: query.program_id,
    missionId: query.mission_id,
    seriesId: query.series_id,
    from: query.from === undefined ? undefined : Temporal.Instant.from(query.from),
    to: query.to === undefined ? undefined : Temporal.Instant.from(query.to),
    status: query.status ?? 'published',
    hasSpace: query.has_space,
    q: query.q,
    descending: query.sort === '-start_time',
    after: start === undefined ? undefined : { start, id: keys?.[1] as number },
    limit: query.limit ?? 50,
  };
}

/** How many shifts are looked at for one page of those that somebody can take. */
const mostLookedAt = 1_000;

/** The rules decide for each shift; the page ends where looking stopped, so that the next one goes on from there. */
async function readTakeable(db: Db, call: Call, filter: ListFilter): Promise<RawAnswer> {
  if (call.actor.kind !== 'person') throw refuse('unauthenticated');
  const found: number[] = [];
  let after = filter.after;
  let looked = 0;
  const from = filter.from && Temporal.Instant.compare(filter.from, call.now) > 0 ? filter.from : call.now;
  while (found.length < filter.limit && looked < mostLookedAt) {
    const rows = await selectIds(db, { ...filter, from, after, limit: 100 });
    const open = await takeable(
      db,
      call,
      call.actor.userId,
      rows.map((row) => row.id),
    );
    for (const row of rows) {
      looked += 1;
      after = { start: row.start, id: row.id };
      if (open.has(row.id)) found.push(row.id);
      if (found.length === filter.limit) break;
    }
    if (rows.length < 100 && found.length < filter.limit) {
      after = undefined;
      break;
    }
  }
  const cursor = after ? encodeCursor([after.start, after.id]) : null;
  const texts = await selectTexts(db, found);
  return new RawAnswer(json, `{"items":[${texts.join(',')}],"next_cursor":${JSON.stringify(cursor)}}`);
}

export interface RosterInput {
  readonly limit?: number;
  readonly cursor?: string;
  readonly status?: string;
}

export async function readRoster(db: Db, call: Call, shiftId: number, query: RosterInput) {
  const shift = await findShift(db, shiftId);
  if (!shift) throw refuse('not_found');
  await authorize(
    db,
    call,
    'shifts.manage',
    shift.organization_id,
    shift.status === 'draft' ? 'private' : 'public',
  );
  const limit = query.limit ?? 50;
  const after = decodeCursor(query.cursor, ['number'])?.[0] as number | undefined;
  const rows = await selectRoster(db, shiftId, { status: query.status, after, limit });
  return toPage(
    rows,
    limit,
    (row) => [row.id],
    (row) => ({
      ...presentRegistration(row),
      user_name: row.user_name,
      user_email: row.user_email,
      user_phone: row.user_phone,
    }),
  );
}
