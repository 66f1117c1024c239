import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { type Database, findPlace, type Reader, shareReads } from '#platform/db/index.ts';
import { platformErrors } from '#platform/errors.ts';
import { entityTag } from '#platform/http/etag.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import { RawAnswer } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { planChanges } from './follow-ups.ts';
import { presentSeriesChange, presentTemplate } from './present.ts';
import type { SeriesChangeBody, SeriesChangeQueryInput, ShiftQueryInput } from './schema/shift.ts';
import { type ListFilter, selectPage, shiftCursors } from './sql/lists.ts';
import { findSeriesChange, selectSeriesChanges } from './sql/series-changes.ts';
import { findTemplate, selectTemplates } from './sql/templates.ts';
import { readShiftText } from './sql/texts.ts';

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

const json = 'application/json; charset=utf-8';

/** Published and cancelled shifts are public; a draft is known to those who plan. */
export async function readShift(database: Database, call: Call, id: number): Promise<RawAnswer> {
  const row = await readShiftText(database, id);
  if (!row) throw refuse('not_found');
  if (row.status === 'draft') await seeDrafts(database.db, call, row.organization_id);
  return new RawAnswer(json, row.body);
}

async function seeDrafts(db: Reader, call: Call, organizationId: number): Promise<void> {
  if (call.actor.kind === 'anonymous') throw refuse('not_found');
  await authorize(db, call, 'shifts.manage', organizationId);
}

export async function readShifts(platform: Platform, call: Call, query: ShiftQueryInput): Promise<RawAnswer> {
  const { database } = platform;
  const { db } = database;
  const filter = filterOf(query);
  if (filter.status === 'draft') {
    if (call.actor.kind === 'anonymous') throw refuse('unauthenticated');
    if (filter.organizationId === undefined)
      throw refuse(platformErrors.organization_for_list('organization_id'));
    await seeDrafts(db, call, filter.organizationId);
  }
  if (query.eligible === 'me') return await planChanges.partOf(platform).readEligibleShifts(db, call, filter);
  return await readPage(database, { query, filter });
}

/** A page depends on nothing but the query, which the filter is made of: who may use it is decided before. */
const readPage = shareReads(
  ({ query }: { readonly query: ShiftQueryInput; readonly filter: ListFilter }) => JSON.stringify(query),
  async (database, { filter }) => {
    const page = await selectPage(database, filter);
    const cursor = page.last ? shiftCursors.encode([page.last.start, page.last.id]) : null;
    const text = `{"items":${page.items},"next_cursor":${JSON.stringify(cursor)}}`;
    return new RawAnswer(json, text, { etag: entityTag(text) });
  },
);

function filterOf(query: ShiftQueryInput): ListFilter & { limit: number } {
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
