import { defineEvent } from '#kernel/event.ts';

export const memberTagsChanged = defineEvent('member.tags_changed', {
  user_ids: [42],
  added: [3],
  removed: [] as number[],
});
