import { declareErrors } from '#kernel/refusal.ts';

export const reportErrors = declareErrors('reports', {
  before_from: {},
  too_long: { params: { days: 'number' } },
});
