import { declareErrors } from '#kernel/refusal.ts';

export const askErrors = declareErrors('asks', {
  shift_not_open: { refusal: 'policy_conflict' },
  too_many_asks: { refusal: 'policy_conflict', params: { limit: 'number' } },
  shift_full: { refusal: 'policy_conflict', params: { spots: 'number' } },
  people_required: {},
  unknown_role: {},
  expires_too_late: {},
  expires_in_past: {},
});
