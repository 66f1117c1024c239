import { declareErrors } from '#kernel/refusal.ts';

export const hoursErrors = declareErrors('hours', {
  period: {},
  before_from: {},
  no_hours: { refusal: 'not_found' },
  not_a_member: {},
  reports_off: { refusal: 'policy_conflict' },
  day_in_future: { code: 'future' },
  day_too_old: { code: 'too_old', params: { days: 'number' } },
  program_not_found: { code: 'not_found' },
  program_archived: { code: 'archived' },
  other_organization: {},
  mission_not_found: { code: 'not_found' },
  mission_archived: { code: 'archived' },
  too_many_reports: { refusal: 'conflict', params: { limit: 'number' } },
  day_full: { refusal: 'conflict', params: { hours: 'number' } },
  report_decided: { refusal: 'conflict' },
  report_changed: { refusal: 'conflict' },
});
