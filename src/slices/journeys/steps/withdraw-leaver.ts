import type { Call } from '#kernel/call.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Departure } from '#slices/organizations/index.ts';
import { forgetNotes, withdrawUnfinished } from '../sql/enrolling.ts';

const reasons = {
  removed: 'member_removed',
  left: 'member_left',
  erased: 'account_erased',
} as const satisfies Record<Departure['reason'] | 'erased', string>;

/** Withdraws a leaver from their journeys: in one organization, or in all when the account is erased. */
export async function withdrawLeaver(
  tx: Tx,
  call: Call,
  leaver: { userId: number; organizationId?: number; reason: keyof typeof reasons },
): Promise<void> {
  const { userId, organizationId, reason } = leaver;
  const ended = await withdrawUnfinished(tx, { userId, organizationId }, call.now);
  await writeAudit(
    tx,
    call,
    ...ended.map((enrollment) => ({
      organizationId: enrollment.organization_id,
      action: 'journey.withdrawn' as const,
      objectId: enrollment.id,
      subjectUserId: userId,
      before: { status: 'active' },
      after: { status: 'withdrawn' },
      reason: reasons[reason],
    })),
  );
}

/** Enrollments stay for the totals. Active ones end, and notes about the person are removed. */
export async function forgetPerson(tx: Tx, call: Call, userId: number): Promise<void> {
  await withdrawLeaver(tx, call, { userId, reason: 'erased' });
  await forgetNotes(tx, userId);
}
