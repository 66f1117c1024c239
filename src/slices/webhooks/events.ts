import { defineEvent } from '#kernel/event.ts';

export const webhookTest = defineEvent('webhook.test', {
  endpoint_id: 3,
  message: 'This is a test. Nothing has happened.',
});
