import { defineEvent } from '#kernel/event.ts';

export const memberJoined = defineEvent('member.joined', 'Someone became a member of the organization.', {
  user_id: 42,
  role: 'volunteer',
  via: 'invitation',
});

export const joinRequested = defineEvent(
  'member.join_requested',
  'Someone asked to join the organization. An admin can approve or decline the request.',
  { request_id: 3, user_id: 42 },
);

export const joinRequestDeclined = defineEvent(
  'member.join_declined',
  'An admin declined a join request. An approved one leads to `member.joined`.',
  { request_id: 3, user_id: 42 },
);

export const memberLeft = defineEvent(
  'member.left',
  'A member left the organization, was removed, or deleted their account. Their upcoming registrations are cancelled.',
  {
    user_id: 42,
    role: 'volunteer',
    reason: 'removed' as 'removed' | 'left' | 'erased',
    by: 7 as number | null,
  },
);
