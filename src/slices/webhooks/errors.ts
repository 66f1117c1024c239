import { declareErrors } from '#kernel/refusal.ts';

export const webhookErrors = declareErrors('webhooks', {
  too_many_endpoints: { refusal: 'conflict', params: { limit: 'number' } },
  /** `known` is for programs: the names that would do. */
  unknown_event: { params: { name: 'text', known: 'texts' } },
  too_large: { params: { size: 'text' } },
  future: {},
  too_old: { params: { days: 'number' } },
});
