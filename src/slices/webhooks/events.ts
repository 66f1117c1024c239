import { defineEvent } from '#kernel/event.ts';

export const webhookTest = defineEvent(
  'webhook.test',
  'Somebody is trying an endpoint out. Sent to that endpoint alone, whatever it has subscribed to.',
  { endpoint_id: 3, message: 'This is a test. Nothing has happened.' },
);
