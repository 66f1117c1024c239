import type { Call } from '#kernel/call.ts';
import { sideBySide, type Tx } from '#platform/db/index.ts';
import { loadEnrollments } from '../facts.ts';
import { isPast, notedProgress, progressOf, reminders } from '../rules/progress.ts';
import { lockDue, markReminded, updateProgress } from '../sql/progress.ts';

/** A person is to be reminded of a step before its deadline. */
export interface StepReminder {
  readonly enrollmentId: number;
  readonly organizationId: number;
  readonly userId: number;
  readonly stepKey: string;
  readonly dueAt: Temporal.Instant;
}

const batchSize = 500;

export interface ReminderPage {
  readonly organizationId: number;
  readonly after: number;
}

/**
 * Up to 500 enrollments of each organization with a reminder that is due. They are marked as reminded, so the caller sends
 * the reminders in the same transaction. `next`: where there may be more.
 */
export async function claimReminders(
  tx: Tx,
  call: Call,
  pages: readonly ReminderPage[],
): Promise<{ reminders: StepReminder[]; next: ReminderPage[] }> {
  const { now } = call;
  const found = await sideBySide(pages, (page) =>
    lockDue(tx, { now, ...page, limit: batchSize }, 'reminder_at'),
  );
  const rows = found.flat().filter(({ status, is_member }) => status === 'active' && is_member);
  const due = (await loadEnrollments(tx, rows, now)).map(({ row, situation }) => {
    const claimed = reminders(situation, notedProgress(situation)).filter(({ at }) => isPast(at, now));
    const reminded = [...row.reminded, ...claimed.map(({ step }) => step.key)];
    const { reminderAt } = progressOf({ ...situation, reminded });
    return { row, claimed, reminded, reminderAt };
  });
  await markReminded(
    tx,
    due.map(({ row, reminded }) => ({ id: row.id, organization_id: row.organization_id, reminded })),
  );
  await updateProgress(
    tx,
    due.map(({ row, reminderAt }) => ({ ...row, reminder_at: reminderAt })),
    now,
  );
  const claimed = due.flatMap(({ row, claimed }) =>
    claimed.map(
      ({ step, dueAt }): StepReminder => ({
        enrollmentId: row.id,
        organizationId: row.organization_id,
        userId: row.user_id,
        stepKey: step.key,
        dueAt,
      }),
    ),
  );
  const next = pages.flatMap(({ organizationId }, index) => {
    const last = found[index]?.at(batchSize - 1);
    return last ? [{ organizationId, after: last.id }] : [];
  });
  return { reminders: claimed, next };
}
