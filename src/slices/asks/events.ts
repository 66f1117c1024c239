import { defineEvent } from '#kernel/event.ts';

const asked = { ask_id: 12, shift_id: 7, user_id: 42, role_key: 'driver' as string | null, urgent: false };

export const personAsked = defineEvent('shift.asked', asked);
export const askAnswered = defineEvent('shift.ask_answered', {
  ask_id: 12,
  shift_id: 7,
  user_id: 42,
  status: 'accepted',
});
export const askWithdrawn = defineEvent('shift.ask_withdrawn', { ask_id: 12, shift_id: 7, user_id: 42 });

export const askEvents = [personAsked, askAnswered, askWithdrawn];
