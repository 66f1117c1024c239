import { defineEvent } from '#kernel/event.ts';

export const formSubmitted = defineEvent('form.submitted', {
  submission_id: 310,
  form_id: 1,
  form_version: 2,
  user_id: 42,
  title: 'Tell us about yourself',
});
