import { declareErrors } from '#kernel/refusal.ts';

const shift = { shift_id: 'number', title: 'text', start: 'instant', time_zone: 'zone' } as const;
const rule = { code: 'recurrence' } as const;
const rulePart = { ...rule, params: { part: 'text' } } as const;
const range = { ...rule, params: { part: 'text', least: 'number', most: 'number' } } as const;
const roster = { rel: 'shift', href: '/manage/shifts/{shift_id}' } as const;

/** What can be wrong with a plan, and what is worth noting about a change to it. */
export const shiftErrors = declareErrors('shifts', {
  program_not_found: { code: 'not_found' },
  program_archived: { code: 'archived', remedy: { rel: 'programs', href: '/manage/programs' } },
  mission_not_found: { code: 'not_found' },
  mission_archived: { code: 'archived', remedy: { rel: 'missions', href: '/manage/missions' } },
  too_short: {},
  too_long: { params: { days: 'number' } },
  too_far: { params: shift },
  wrong_length: { params: { ...shift, days: 'number' } },
  minimum_too_high: { params: { minimum: 'number', spots: 'number' } },
  role_twice: { code: 'duplicate', params: { role: 'text' } },

  import_problems: { code: 'problems', params: { count: 'number', lines: 'number' } },
  import_required: { code: 'required' },
  import_date_missing: { code: 'required' },
  import_date: { code: 'format' },
  import_date_unclear: { code: 'format' },
  import_time: { code: 'format' },
  import_number: { code: 'format' },
  import_yes_or_no: { code: 'format' },
  import_same_line: { params: { line: 'number' } },
  mission_ambiguous: { params: { mission: 'text' } },

  template_source: {},
  template_shift_not_found: { code: 'not_found' },
  template_empty: { code: 'empty' },
  template_too_long: { code: 'too_many', params: { limit: 'number' } },
  template_name_taken: { refusal: 'conflict' },
  too_many_templates: { refusal: 'conflict', params: { limit: 'number' } },

  no_series: {},
  series_changing: { refusal: 'conflict' },
  series_empty: { code: 'empty' },
  series_too_long: { code: 'too_many', params: { limit: 'number' } },

  cancelled: { refusal: 'conflict', params: shift },
  already_cancelled: { code: 'cancelled', refusal: 'conflict', params: shift },
  already_published: { code: 'published', refusal: 'conflict', params: shift },
  edited: { refusal: 'conflict', params: shift },
  in_the_past: { refusal: 'conflict', params: shift },
  copy_exists: { refusal: 'conflict', params: shift },
  clock_changes: { refusal: 'conflict', params: shift },
  clock_skips_start: { refusal: 'conflict', params: { ...shift, clock: 'clock' } },
  clock_skips_end: { refusal: 'conflict', params: { ...shift, clock: 'clock', end: 'instant' } },
  clock_twice: { refusal: 'conflict', params: { ...shift, clock: 'clock' } },
  overlap: {
    refusal: 'schedule_conflict',
    params: {
      ...shift,
      user_id: 'number',
      person: 'text',
      other_shift_id: 'number',
      other_title: 'text',
      other_start: 'instant',
    },
    remedy: { rel: 'shift', href: '/manage/shifts/{other_shift_id}' },
  },
  overlap_elsewhere: {
    code: 'overlap',
    refusal: 'schedule_conflict',
    params: { ...shift, user_id: 'number', person: 'text' },
    remedy: roster,
  },
  in_use: { params: { ...shift, roles: 'texts' }, remedy: roster },
  overbooked: {
    refusal: 'conflict',
    params: { ...shift, taken: 'number', spots: 'number' },
    remedy: roster,
  },
  role_overbooked: {
    refusal: 'conflict',
    params: { ...shift, role: 'text', taken: 'number', spots: 'number' },
    remedy: roster,
  },

  rule_length: { ...rule, params: { limit: 'number' } },
  rule_line: rule,
  rule_missing: rule,
  rule_several: rule,
  rule_part_unknown: rulePart,
  rule_part_twice: rulePart,
  rule_starts_per_day: { ...rule, params: { limit: 'number' } },
  rule_frequency: rule,
  rule_week_start: rule,
  rule_one_number: rulePart,
  rule_range: range,
  rule_signed_range: range,
  rule_weekday: rulePart,
  rule_moment: rulePart,
  rule_count_and_until: rule,
  rule_yearly_only: rulePart,
  rule_not_weekly: rule,
  rule_numbered_weekday: rule,
  rule_five_weekdays: rule,
  rule_position: rule,
});

/** How errors name a shift: by its title and time for people, by its id for programs. */
export function namedShift(shift: {
  readonly id: number;
  readonly title: string;
  readonly start_time: Temporal.Instant;
  readonly time_zone: string;
}) {
  return {
    shift_id: shift.id,
    title: shift.title,
    start: shift.start_time,
    time_zone: shift.time_zone,
  };
}
