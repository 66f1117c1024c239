import { defineEvent } from '#kernel/event.ts';

export const memberJoined = defineEvent(
  'member.joined',
  'Somebody has become a member of the organization.',
  {
    user_id: 42,
    role: 'volunteer',
    via: 'invitation',
  },
);

export const joinRequested = defineEvent(
  'member.join_requested',
  'A person has asked to join the organization. An admin approves or declines it.',
  { request_id: 3, user_id: 42 },
);

export const joinRequestDeclined = defineEvent(
  'member.join_declined',
  'An admin has declined a request to join. One that is approved ends in `member.joined`.',
  { request_id: 3, user_id: 42 },
);

export const memberLeft = defineEvent(
  'member.left',
  'A member has left the organization, was removed, or has deleted their account. Their upcoming registrations are cancelled.',
  {
    user_id: 42,
    role: 'volunteer',
    reason: 'removed' as 'removed' | 'left' | 'erased',
    by: 7 as number | null,
  },
);
