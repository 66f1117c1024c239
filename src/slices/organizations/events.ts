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
