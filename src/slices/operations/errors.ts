import { declareErrors } from '#kernel/refusal.ts';

export const operationErrors = declareErrors('operations', {
  out_of_range: { params: { days: 'number' } },
});
