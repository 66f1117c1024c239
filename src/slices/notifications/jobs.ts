import { defineJob } from '#platform/jobs/index.ts';

/** Sends what is due. `failures`: how often in a row the mail server was found unwell. */
export const sendNotifications = defineJob<{ failures: number }>('send_notifications', { maxAttempts: 5 });

/** At most one run is queued. */
export const sendKey = 'send_notifications';

/** Finds what a dead worker or a lost job has left behind. */
export const sweepNotifications = defineJob<Record<string, never>>('sweep_notifications', { maxAttempts: 1 });

export const remindOfShifts = defineJob<Record<string, never>>('remind_of_shifts', { maxAttempts: 3 });

export const remindOfSteps = defineJob<Record<string, never>>('remind_of_steps', {
  maxAttempts: 3,
  isBackground: true,
});

export const reportUnderstaffed = defineJob<Record<string, never>>('report_understaffed', {
  maxAttempts: 3,
  isBackground: true,
});
