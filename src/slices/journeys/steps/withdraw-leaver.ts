import type { Call } from '#kernel/call.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Departure } from '#slices/organizations/index.ts';
import { journeyWithdrawn } from '../events.ts';
import { forgetNotes, organizationsEnrolledIn, withdrawUnfinished } from '../sql/enrolling.ts';

const reasons = {
  removed: 'member_removed',
  left: 'member_left',
  erased: 'account_erased',
} as const satisfies Record<Departure['reason'] | 'erased', string>;

/** Withdraws a leaver from their journeys in an organization. */
export async function withdrawLeaver(
  tx: Tx,
  call: Call,
  leaver: { userId: number; organizationId: number; reason: keyof typeof reasons },
): Promise<void> {
  const { userId, organizationId, reason } = leaver;
  const ended = await withdrawUnfinished(tx, { userId, organizationId }, call.now);
  await record(
    tx,
    call.now,
    ...ended.map(({ id, journey_id, journey_name: name }) =>
      journeyWithdrawn(organizationId, {
        enrollment_id: id,
        journey_id,
        user_id: userId,
        name,
        reason: null,
      }),
    ),
  );
  await writeAudit(
    tx,
    call,
    ...ended.map(({ id }) => ({
      organizationId,
      action: 'journey.withdrawn' as const,
      objectId: id,
      subjectUserId: userId,
      before: { status: 'active' },
      after: { status: 'withdrawn' },
      reason: reasons[reason],
    })),
  );
}

/** Enrollments stay for the totals. Active ones end, and notes about the person are removed. */
export async function forgetPerson(tx: Tx, call: Call, userId: number): Promise<void> {
  for (const organizationId of await organizationsEnrolledIn(tx, userId)) {
    await withdrawLeaver(tx, call, { userId, organizationId, reason: 'erased' });
    await forgetNotes(tx, organizationId, userId);
  }
}
