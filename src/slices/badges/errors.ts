import { declareErrors } from '#kernel/refusal.ts';

export const badgeErrors = declareErrors('badges', {
  not_a_member: {},
  not_your_organization: { code: 'not_a_member', refusal: 'not_found' },
  archived: { refusal: 'conflict' },
  award_revoked: { refusal: 'conflict' },
  never_expires: { refusal: 'conflict' },
  award_not_found: { code: 'not_found', refusal: 'not_found' },
  no_credentials: { refusal: 'not_found' },
  program_not_found: { code: 'unknown' },
  journey_not_found: { code: 'unknown' },
  program_archived: { code: 'archived', params: { name: 'text' } },
  journey_archived: { code: 'archived', params: { name: 'text' } },
  criteria_field: { code: 'not_allowed', params: { type: 'word' } },
  threshold_required: { code: 'required' },
  threshold_whole: { code: 'type' },
  threshold_range: { code: 'range', params: { least: 'number', most: 'number' } },
  threshold_of_one_journey: { code: 'not_allowed' },
  image_address: { code: 'format' },
});
