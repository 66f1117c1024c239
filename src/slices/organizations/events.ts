import { defineEvent } from '#kernel/event.ts';

export const memberJoined = defineEvent('member.joined', {
  user_id: 42,
  role: 'volunteer',
  via: 'invitation',
});

export const joinRequested = defineEvent('member.join_requested', { request_id: 3, user_id: 42 });

export const joinRequestDeclined = defineEvent('member.join_declined', { request_id: 3, user_id: 42 });

export const memberLeft = defineEvent('member.left', {
  user_id: 42,
  role: 'volunteer',
  reason: 'removed' as 'removed' | 'left' | 'erased',
  by: 7 as number | null,
});
