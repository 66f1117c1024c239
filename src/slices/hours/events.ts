import { defineEvent } from '#kernel/event.ts';

export const hoursAggregated = defineEvent('hours.aggregated', {
  people: 12,
  records: 14,
  minutes: 2_460,
});

const report = {
  report_id: 61,
  user_id: 42,
  program_id: 3,
  mission_id: 5,
  day: '2026-11-14',
  minutes: 120,
};
export type ReportEventData = typeof report;

export const hoursReported = defineEvent('hours.reported', report);
export const reportChanged = defineEvent('hours.report_changed', report);
export const reportWithdrawn = defineEvent('hours.report_withdrawn', report);
export const reportApproved = defineEvent('hours.report_approved', report);
export const reportRejected = defineEvent('hours.report_rejected', {
  ...report,
  reason: 'Already counted with your shift that day.' as string | null,
});
export const reportReopened = defineEvent('hours.report_reopened', report);

export const hoursEvents = [
  hoursAggregated,
  hoursReported,
  reportChanged,
  reportWithdrawn,
  reportApproved,
  reportRejected,
  reportReopened,
];
