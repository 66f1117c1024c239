import type { Call } from '#kernel/call.ts';
import { aboutPerson, type FieldError, type Refusal, refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import { authorize } from '#slices/organizations/index.ts';
import { journeyErrors } from '../errors.ts';
import { type EnrollmentRow, findEnrollment, findPersonName } from '../sql/enrollments.ts';
import { lockEnrollment } from '../sql/progress.ts';

/** The enrollment, locked, for those who may change it: managers of the journey, and with `allowsSelf` the person. */
export async function openEnrollment(
  tx: Tx,
  call: Call,
  { journeyId, id, allowsSelf = false }: { journeyId: number; id: number; allowsSelf?: boolean },
): Promise<EnrollmentRow> {
  const known = await findEnrollment(tx, id);
  if (known?.journey_id !== journeyId) throw refuse('not_found');
  const isOwn = call.actor.kind === 'person' && call.actor.userId === known.user_id;
  if (!(allowsSelf && isOwn))
    // People see their own enrollment, even if they may not change it.
    await authorize(tx, call, 'journeys.manage', known.organization_id, isOwn ? 'public' : 'private');
  const row = await lockEnrollment(tx, id);
  if (!row) throw refuse('not_found');
  return row;
}

/** While a person isn't a member, nothing of their enrollment changes. */
export async function requireActive(tx: Tx, call: Call, row: EnrollmentRow): Promise<void> {
  const error = inactiveError(row);
  if (error) throw await refusalAbout(tx, call, row.user_id, error);
}

function inactiveError({ status, is_member }: EnrollmentRow): FieldError | undefined {
  if (status === 'completed') return journeyErrors.completed('status');
  if (status === 'withdrawn') return journeyErrors.withdrawn('status');
  return is_member ? undefined : journeyErrors.left_organization('user_id');
}

/** Names the person where the reader acts for them. */
export async function refusalAbout(
  tx: Tx,
  { actor }: Call,
  userId: number,
  error: FieldError,
): Promise<Refusal> {
  if (actor.kind === 'person' && actor.userId === userId) return refuse(error);
  const [about] = aboutPerson([error], await findPersonName(tx, userId));
  return refuse(about ?? error);
}
