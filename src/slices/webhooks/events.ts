import { defineEvent } from '#kernel/event.ts';

export const webhookTest = defineEvent(
  'webhook.test',
  'A test event. It’s sent to one endpoint, whatever it subscribes to.',
  { endpoint_id: 3, message: 'This is a test. Nothing has happened.' },
);
