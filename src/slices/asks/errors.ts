import { declareErrors } from '#kernel/refusal.ts';

export const askErrors = declareErrors('asks', {
  shift_not_open: { refusal: 'policy_conflict' },
  too_many_asks: { refusal: 'policy_conflict', params: { limit: 'number' } },
  people_required: {},
  expires_too_late: {},
});
