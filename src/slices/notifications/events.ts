import { defineEvent } from '#kernel/event.ts';

export const messageSent = defineEvent('message.sent', {
  message_id: 31,
  audience: 'shift',
  shift_id: 7 as number | null,
  role_id: null as number | null,
  program_id: null as number | null,
  filter_id: null as number | null,
  recipients: 12,
});
