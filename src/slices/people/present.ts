import { formatInstant } from '#kernel/time.ts';
import type { SavedFilterBody } from './schema/people.ts';
import type { NoteBody } from './schema/tags.ts';
import type { FilterRow } from './sql/filters.ts';
import type { NoteRow } from './sql/notes.ts';
import type { TagRow } from './sql/tags.ts';

export function presentTag({ id, name, color }: TagRow): TagRow {
  return { id, name, color };
}

export function presentNote({ id, text, author_id, author_name, created_at, updated_at }: NoteRow): NoteBody {
  return {
    id,
    text,
    author_id,
    author_name,
    created_at: formatInstant(created_at),
    updated_at: formatInstant(updated_at),
  };
}

export function presentFilter(row: FilterRow, userId: number): SavedFilterBody {
  return {
    id: row.id,
    name: row.name,
    filter: row.filter,
    is_shared: row.is_shared,
    is_mine: row.owner_id === userId,
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  };
}
