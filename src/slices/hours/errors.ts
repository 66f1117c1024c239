import { declareErrors } from '#kernel/refusal.ts';

export const hoursErrors = declareErrors('hours', {
  period: {},
  before_from: {},
  no_hours: { refusal: 'not_found' },
  not_a_member: {},
});
