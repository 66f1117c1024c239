import { declareErrors } from '#kernel/refusal.ts';

export const peopleErrors = declareErrors('people', {
  tag_exists: { refusal: 'conflict' },
  too_many_tags: { refusal: 'conflict', params: { limit: 'number' } },
  too_many_filters: { refusal: 'conflict', params: { limit: 'number' } },
  tag_not_found: {},
  tag_of_filter_not_found: { code: 'tag_not_found' },
  empty_filter: {},
  not_your_note: { refusal: 'forbidden' },
  not_your_filter: { refusal: 'forbidden' },
  too_many_to_export: { params: { limit: 'number' } },
});
