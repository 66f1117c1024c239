import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { type Database, findPlace, keepWhileUnchanged, type Reader, shareReads } from '#platform/db/index.ts';
import { taggedJson } from '#platform/http/etag.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, chooseList, rightsOf } from '#slices/organizations/index.ts';
import { planChanges } from './follow-ups.ts';
import { presentSeriesChange, presentTemplate } from './present.ts';
import type { SeriesChangeBody, SeriesChangeQueryInput, ShiftQueryInput } from './schema/shift.ts';
import type { ListFilter } from './sql/list-conditions.ts';
import { selectPage, shiftCursors } from './sql/lists.ts';
import { findSeriesChange, selectSeriesChanges } from './sql/series-changes.ts';
import { findTemplate, selectTemplates } from './sql/templates.ts';
import { readShiftText, type ShiftTextRow } from './sql/texts.ts';

export async function readSeriesChange(db: Reader, call: Call, id: number): Promise<SeriesChangeBody> {
  const row = await findSeriesChange(db, id);
  if (!row) throw refuse('not_found');
  await authorize(db, call, 'shifts.manage', row.organization_id);
  return presentSeriesChange(row, call.language);
}

const cursors = cursorsOf('series-changes', ['number']);

/** The changes to a long series, those that run and those of the last months. */
export async function readSeriesChanges(db: Reader, call: Call, query: SeriesChangeQueryInput) {
  const organizationId = await findPlace(db, 'series', query.series_id);
  if (organizationId === undefined) throw refuse('not_found');
  const grant = await authorize(db, call, 'shifts.manage', organizationId);
  const { limit } = query;
  const before = cursors.decode(query.cursor)?.[0] as number | undefined;
  const rows = await selectSeriesChanges(db, grant, { seriesId: query.series_id, before, limit });
  return toPage(
    cursors,
    rows,
    limit,
    (row) => [row.id],
    (row) => presentSeriesChange(row, call.language),
  );
}

/** A shift is public once it was published, also when it is cancelled later; a draft is known to those who plan. */
export async function readShift(database: Database, call: Call, id: number): Promise<RawAnswer> {
  const shift = await readOne(database, id);
  if (!shift) throw refuse('not_found');
  if (shift.is_hidden) {
    if (call.actor.kind === 'anonymous') throw refuse('not_found');
    await authorize(database.db, call, 'shifts.manage', shift.organization_id, 'hidden');
  }
  return shift.answer;
}

type FoundShift = (ShiftTextRow & { readonly answer: RawAnswer }) | undefined;

/** Draft or not: who may see it is decided for each request. */
const readOne = keepWhileUnchanged<number, FoundShift>({
  counter: 'shift_changes',
  keyOf: String,
  bytesOf: (shift) => shift?.body.length ?? 0,
  async read(database, id) {
    const row = await readShiftText(database, id);
    return row && { ...row, answer: taggedJson(row.body) };
  },
});

export async function readShifts(platform: Platform, call: Call, asked: ShiftQueryInput): Promise<RawAnswer> {
  const { database } = platform;
  const { db } = database;
  const query = await scopeOf(db, call, asked);
  if (query.eligible === 'me')
    return await planChanges.partOf(platform).readEligibleShifts(db, call, filterOf(query));
  return await readPage(database, query);
}

interface ScopedQuery extends ShiftQueryInput {
  readonly withHidden: boolean;
}

/** Drafts are listed for those who plan, also those that were cancelled. */
async function scopeOf(db: Reader, call: Call, query: ShiftQueryInput): Promise<ScopedQuery> {
  const { status, organization_id: named } = query;
  if (status === 'draft' || status === 'all') {
    const organization_id = await chooseList(db, call, 'shifts.manage', named);
    return { ...query, organization_id, withHidden: true };
  }
  if (status !== 'cancelled' || named === undefined) return { ...query, withHidden: false };
  const withHidden = (await rightsOf(db, call.actor, named)).where('shifts.manage').has(named);
  return { ...query, withHidden };
}

const textOf = (query: ScopedQuery) => JSON.stringify(query);

/** A page depends on nothing but the query: who may use it is decided before. */
const readPage = keepWhileUnchanged({
  counter: 'shift_changes',
  keyOf: textOf,
  bytesOf: (answer: RawAnswer) => answer.body.length,
  read: shareReads(textOf, async (database, query) => {
    const page = await selectPage(database, filterOf(query));
    const cursor = page.last ? shiftCursors.encode([page.last.start, page.last.id]) : null;
    return taggedJson(`{"items":${page.items},"next_cursor":${JSON.stringify(cursor)}}`);
  }),
});

function filterOf(query: ScopedQuery): ListFilter & { limit: number } {
  const keys = shiftCursors.decode(query.cursor);
  const start = keys?.[0] as string | undefined;
  return {
    organizationId: query.organization_id,
    programId: query.program_id,
    missionId: query.mission_id,
    seriesId: query.series_id,
    from: query.from === undefined ? undefined : Temporal.Instant.from(query.from),
    to: query.to === undefined ? undefined : Temporal.Instant.from(query.to),
    endsAfter: query.ends_after === undefined ? undefined : Temporal.Instant.from(query.ends_after),
    status: query.status ?? 'published',
    withHidden: query.withHidden,
    hasSpace: query.has_space,
    staffing: query.staffing,
    q: query.q,
    descending: query.sort === '-start_time',
    after: start === undefined ? undefined : { start, id: keys?.[1] as number },
    limit: query.limit,
  };
}

export async function readTemplates(db: Reader, call: Call, organizationId: number) {
  const grant = await authorize(db, call, 'shifts.manage', organizationId);
  return { items: (await selectTemplates(db, grant)).map(presentTemplate) };
}

export async function readTemplate(
  db: Reader,
  call: Call,
  { organizationId, id }: { readonly organizationId: number; readonly id: number },
) {
  const grant = await authorize(db, call, 'shifts.manage', organizationId);
  const row = await findTemplate(db, grant, id);
  if (!row) throw refuse('not_found');
  const shifts = row.shifts.map((shift) => ({ ...shift, roles: [...shift.roles] }));
  return { ...presentTemplate(row), shifts };
}
