import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Database } from '#platform/db/index.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import { authorize } from '#slices/organizations/index.ts';
import { presentSeriesChange } from '../present.ts';
import type { SeriesChangeBody, SeriesChangeQueryInput } from '../schema/series-change.ts';
import { findSeriesChange, findSeriesOrganization, selectSeriesChanges } from '../sql/series-changes.ts';

export async function readSeriesChange(
  db: Database['db'],
  call: Call,
  id: number,
): Promise<SeriesChangeBody> {
  const row = await findSeriesChange(db, id);
  if (!row) throw refuse('not_found');
  await authorize(db, call, 'shifts.manage', row.organization_id);
  return presentSeriesChange(row);
}

const cursors = cursorsOf('series-changes', ['number']);

/** The changes to a long series, those that run and those of the last months. */
export async function readSeriesChanges(db: Database['db'], call: Call, query: SeriesChangeQueryInput) {
  const organizationId = await findSeriesOrganization(db, query.series_id);
  if (organizationId === undefined) throw refuse('not_found');
  const grant = await authorize(db, call, 'shifts.manage', organizationId);
  const limit = query.limit ?? 50;
  const before = cursors.decode(query.cursor)?.[0] as number | undefined;
  const rows = await selectSeriesChanges(db, grant, { seriesId: query.series_id, before, limit });
  return toPage(cursors, rows, limit, (row) => [row.id], presentSeriesChange);
}
