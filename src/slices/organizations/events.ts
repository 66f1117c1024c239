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
