import { Refusal } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { itemProblem } from '#platform/http/problem.ts';
import { errorBody, refusalTexts } from '#platform/language/index.ts';
import type { Result } from './rules/results.ts';
import type { BulkItem } from './schema/bulk.ts';
import type { NoteBody, SeriesChangeBody } from './schema/shift.ts';
import type { Note, SeriesChangeRow } from './sql/series-changes.ts';
import type { TemplateRow } from './sql/templates.ts';

export function presentItem(id: number, result: Result | undefined, language: string): BulkItem {
  if (!result) throw new Error('an item was left without a result');
  const { status } = result;
  const refusal = status === 'done' ? undefined : result.refusal;
  return {
    id,
    status,
    created_id: status === 'done' ? (result.id ?? null) : null,
    problem: refusal ? itemProblem(refusal, language) : null,
  };
}

export function presentNote(note: Note, language: string): NoteBody {
  if ('text' in note) {
    const { code, message, params } = errorBody(language, note);
    return { code, message, params };
  }
  const message = 'message' in note ? note.message : refusalTexts(language, new Refusal(note.code)).detail;
  return { code: note.code, message, params: {} };
}

export function presentSeriesChange(row: SeriesChangeRow, language: string): SeriesChangeBody {
  return {
    id: row.id,
    series_id: row.series_id,
    shift_id: row.shift_id,
    kind: row.kind,
    status: row.status,
    total: row.total,
    done: row.done,
    changed: row.changed,
    unchanged: row.unchanged.map((note) => ({ shift_id: note.shift_id, ...presentNote(note, language) })),
    warnings: row.warnings.map((note) => presentNote(note, language)),
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
    finished_at: row.finished_at && formatInstant(row.finished_at),
  };
}

export const presentTemplate = <Row extends TemplateRow>(row: Row) => ({
  ...row,
  updated_at: formatInstant(row.updated_at),
});
