import type { Person } from '#kernel/actor.ts';
import type { AuditAction } from '#kernel/audit.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { changesOf } from '#platform/changes.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, findMember, grantAlso } from '#slices/organizations/index.ts';
import { peopleErrors } from '../errors.ts';
import { presentNote } from '../present.ts';
import type { NoteBody } from '../schema/tags.ts';
import { deleteNote, insertNote, lockNote, type NoteRow, updateNote } from '../sql/notes.ts';

/** Where a note is: of which organization, about whom. */
export interface NotePlace {
  readonly organizationId: number;
  readonly userId: number;
}

/** The audit log says that there is a note, never what it says: it outlives an erased person. */
async function audit(tx: Tx, call: Call, place: NotePlace, action: AuditAction, id: number): Promise<void> {
  const { organizationId, userId: subjectUserId } = place;
  await writeAudit(tx, call, { organizationId, action, objectId: id, subjectUserId });
}

export async function writeNote(
  platform: Platform,
  call: Call,
  author: Person,
  place: NotePlace,
  text: string,
): Promise<NoteBody> {
  const { organizationId, userId } = place;
  return await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorize(tx, call, 'people.annotate', organizationId);
    if (!(await findMember(tx, organizationId, userId))) throw refuse('not_found');
    const values = { user_id: userId, author_id: author.userId, text: text.trim() };
    const note = await insertNote(tx, grant, values, call.now);
    await audit(tx, call, place, 'member_note.created', note.id);
    return presentNote(note);
  });
}

export async function changeNote(
  platform: Platform,
  call: Call,
  author: Person,
  place: NotePlace & { readonly noteId: number },
  text: string,
): Promise<NoteBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const { grant, note } = await openNote(tx, call, place);
    if (note.author_id !== author.userId) throw refuse(peopleErrors.not_your_note('note_id'));
    const changes = changesOf(note, { text: text.trim() });
    if (!changes) return presentNote(note);
    await updateNote(tx, grant, note.id, text.trim(), call.now);
    await audit(tx, call, place, 'member_note.changed', note.id);
    return presentNote({ ...note, ...changes, updated_at: call.now });
  });
}

/** Admins can delete what others wrote. */
export async function removeNote(
  platform: Platform,
  call: Call,
  author: Person,
  place: NotePlace & { readonly noteId: number },
): Promise<void> {
  await inTransaction(platform.database, call, async (tx) => {
    const { grant, note } = await openNote(tx, call, place);
    if (note.author_id !== author.userId && !grantAlso(call, grant, 'members.manage'))
      throw refuse(peopleErrors.not_your_note('note_id'));
    await deleteNote(tx, grant, note.id);
    await audit(tx, call, place, 'member_note.deleted', note.id);
    return null;
  });
}

async function openNote(tx: Tx, call: Call, place: NotePlace & { readonly noteId: number }) {
  const grant = await authorize(tx, call, 'people.annotate', place.organizationId);
  const note: NoteRow | undefined = await lockNote(tx, grant, place);
  if (!note) throw refuse('not_found');
  return { grant, note };
}
