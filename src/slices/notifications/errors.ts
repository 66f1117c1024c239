import { declareErrors } from '#kernel/refusal.ts';

export const messageErrors = declareErrors('notifications', {
  target_required: {},
  one_target: {},
  too_many_recipients: { params: { limit: 'number' } },
  too_many_messages: { refusal: 'rate_limited', params: { limit: 'number' } },
  language_twice: { params: { language: 'text' } },
  invalid_push_key: {},
  unknown_role: {},
  only_with_shift: {},
  program_not_found: { code: 'not_found' },
  filter_not_found: { code: 'not_found' },
  template_name_taken: { refusal: 'conflict' },
  too_many_templates: { refusal: 'conflict', params: { limit: 'number' } },
});
