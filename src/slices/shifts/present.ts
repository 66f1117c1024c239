import { formatInstant } from '#kernel/time.ts';
import type { SeriesChangeBody } from './schema/shift.ts';
import type { SeriesChangeRow } from './sql/series-changes.ts';

export function presentSeriesChange(row: SeriesChangeRow): SeriesChangeBody {
  return {
    id: row.id,
    series_id: row.series_id,
    shift_id: row.shift_id,
    kind: row.kind,
    status: row.status,
    total: row.total,
    done: row.done,
    changed: row.changed,
    unchanged: [...row.unchanged],
    warnings: [...row.warnings],
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
    finished_at: row.finished_at && formatInstant(row.finished_at),
  };
}
