import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import type { Reader } from '#platform/db/index.ts';
import { afterOf, cursorsOf, type PageInput, toPage } from '#platform/http/paging.ts';
import { authorize, findMember } from '#slices/organizations/index.ts';
import { presentFilter, presentNote } from '../present.ts';
import { filtersOf, selectFilters } from '../sql/filters.ts';
import { notesAbout, selectNotes, tagsOf } from '../sql/notes.ts';
import { selectTags } from '../sql/tags.ts';

const noteCursors = cursorsOf('member-notes', ['number']);

export async function readTags(db: Reader, call: Call, organizationId: number) {
  return { items: await selectTags(db, await authorize(db, call, 'members.read', organizationId)) };
}

export async function readNotes(
  db: Reader,
  call: Call,
  organizationId: number,
  userId: number,
  page: PageInput,
) {
  const grant = await authorize(db, call, 'people.annotate', organizationId);
  if (!(await findMember(db, organizationId, userId))) throw refuse('not_found');
  const { limit } = page;
  const rows = await selectNotes(db, grant, userId, { before: afterOf(noteCursors, page), limit });
  return toPage(noteCursors, rows, limit, (row) => [row.id], presentNote);
}

export async function readFilters(db: Reader, call: Call, person: Person, organizationId: number) {
  const grant = await authorize(db, call, 'people.annotate', organizationId);
  const rows = await selectFilters(db, grant, person.userId);
  return { items: rows.map((row) => presentFilter(row, person.userId)) };
}

/** What coordinators keep about a person, and the filters that they have saved. The names of others are left out. */
export async function readPersonalData(db: Reader, userId: number) {
  const notes = await notesAbout(db, userId);
  const filters = await filtersOf(db, userId);
  const dated = <Row extends { created_at: Temporal.Instant; updated_at: Temporal.Instant }>(row: Row) => ({
    ...row,
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  });
  return { tags: await tagsOf(db, userId), notes: notes.map(dated), filters: filters.map(dated) };
}
