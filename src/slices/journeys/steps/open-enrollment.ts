import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import { authorize } from '#slices/organizations/index.ts';
import { type EnrollmentRow, findEnrollment } from '../sql/enrollments.ts';
import { lockEnrollment } from '../sql/progress.ts';

/** The enrolment, locked, for whoever may change it: those who manage the journey, and the person where that is fine. */
export async function openEnrollment(
  tx: Tx,
  call: Call,
  { journeyId, id, allowsSelf = false }: { journeyId: number; id: number; allowsSelf?: boolean },
): Promise<EnrollmentRow> {
  const known = await findEnrollment(tx, id);
  if (known?.journey_id !== journeyId) throw refuse('not_found');
  const isOwn = call.actor.kind === 'person' && call.actor.userId === known.user_id;
  if (!(allowsSelf && isOwn))
    // One's own enrolment is no secret, though it may not be touched.
    await authorize(tx, call, 'journeys.manage', known.organization_id, isOwn ? 'public' : 'private');
  const row = await lockEnrollment(tx, id);
  if (!row) throw refuse('not_found');
  return row;
}

/** Whoever has left the organization stands still: nothing of theirs is changed until they are back. */
export function requireActive({ status, is_member }: EnrollmentRow): void {
  if (status === 'completed') throw refuse('conflict', 'This journey is completed; nothing is left to do.');
  if (status === 'withdrawn')
    throw refuse('conflict', 'The person has left this journey. Enrol them again first.');
  if (!is_member)
    throw refuse('conflict', 'The person is no longer a member. They can go on once they are back.');
}
