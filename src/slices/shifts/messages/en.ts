const people = '{taken, plural, one {# person} other {# people}}';
const spots = '{spots, plural, one {# spot} other {# spots}}';

export default {
  errors: {
    program_not_found: { cause: 'Program not found.' },
    program_archived: { cause: 'This program is archived.', fix: 'Restore it first.' },
    mission_not_found: { cause: 'Mission not found.' },
    mission_archived: { cause: 'This mission is archived.', fix: 'Restore it first.' },
    too_short: {
      cause: 'The shift must end at least one minute after it starts.',
      fix: 'Choose a later end.',
    },
    too_long: {
      cause: 'A shift can last {days, plural, one {# day} other {# days}} at most.',
      fix: 'Choose an earlier end.',
    },
    too_far: {
      cause: 'This would move “{title}” to {start}.',
      fix: 'Choose dates from the year 1000 to 8999.',
    },
    wrong_length: {
      cause:
        '“{title}” on {start} would last less than a minute or more than {days, plural, one {# day} other {# days}}.',
      fix: 'Change shifts of different lengths separately.',
    },
    minimum_too_high: {
      cause: 'The minimum of {minimum, number} is higher than the number of spots ({spots, number}).',
      fix: 'Lower the minimum or add spots.',
    },
    role_twice: {
      cause: 'The role “{role}” appears twice.',
      fix: 'Remove one of them or give it another name.',
    },
    import_problems: {
      cause:
        'Nothing was imported: there {count, plural, one {is # problem} other {are # problems}} in {lines, plural, one {# line} other {# lines}}.',
      fix: 'Correct the file and import it again.',
    },
    import_required: { cause: 'This cell is empty.', fix: 'Enter a time such as 09:00.' },
    import_date_missing: { cause: 'The date is missing.', fix: 'Enter it, for example as 2026-12-24.' },
    import_date: { cause: 'This isn’t a date.', fix: 'Write it as 2026-12-24 or 12/24/2026.' },
    import_date_unclear: {
      cause: 'It’s not clear which number is the month.',
      fix: 'Write the date as 2026-12-24.',
    },
    import_time: {
      cause: 'This isn’t a time.',
      fix: 'Write it as 09:00, or with the date as 2026-12-24 09:00.',
    },
    import_number: {
      cause: 'This isn’t a whole number.',
      fix: 'Enter one such as 12, or leave the cell empty.',
    },
    import_yes_or_no: { cause: 'This is neither yes nor no.', fix: 'Write “yes” or “no”.' },
    import_same_line: {
      cause: 'Line {line, number} has the same title and start.',
      fix: 'Both are imported. Remove one if you don’t need it.',
    },
    mission_ambiguous: {
      cause: 'There are several missions called “{mission}”.',
      fix: 'Use the mission’s ID instead.',
    },
    template_source: {
      cause: 'A template is made from either a shift or a week.',
      fix: 'Send one of the two.',
    },
    template_shift_not_found: { cause: 'Shift not found.' },
    template_empty: { cause: 'There are no shifts in this week.', fix: 'Choose another week.' },
    template_too_long: {
      cause:
        'A template can have at most {limit, plural, one {# shift} other {# shifts}}. This week has more.',
    },
    template_name_taken: { cause: 'There’s already a template with this name.', fix: 'Choose another name.' },
    too_many_templates: {
      cause: 'An organization can have {limit, plural, one {# template} other {# templates}}.',
      fix: 'Delete one that you no longer need.',
    },
    no_series: { cause: 'This shift isn’t part of a series.', fix: 'Apply the change to this shift only.' },
    series_changing: {
      cause: 'Another change to this series is still in progress.',
      fix: 'Wait until it has finished, then try again.',
    },
    series_empty: {
      cause: 'There are no shifts in this series.',
      fix: 'Check how it repeats and when it ends.',
    },
    series_too_long: {
      cause: 'This series has more than {limit, plural, one {# shift} other {# shifts}}.',
      fix: 'End it earlier or leave the end open.',
    },
    cancelled: { cause: '“{title}” on {start} is cancelled.', fix: 'Duplicate it instead.' },
    already_cancelled: { cause: '“{title}” on {start} is already cancelled.' },
    already_published: { cause: '“{title}” on {start} is already published.' },
    edited: { cause: '“{title}” on {start} was edited separately and stays as it is.' },
    in_the_past: { cause: '“{title}” starts in the past, on {start}.' },
    copy_exists: { cause: 'There’s already a shift “{title}” on {start}.' },
    clock_changes: {
      cause: 'The clocks change on the day of this shift: “{title}”, {start}.',
      fix: 'Check its times.',
    },
    clock_skips_start: {
      cause: 'The clocks skip {clock} that day. “{title}” starts later, on {start}.',
    },
    clock_skips_end: { cause: 'The clocks skip {clock} that day. “{title}” ends later, on {end}.' },
    clock_twice: {
      cause:
        'The clocks go back that day and show {clock} twice. “{title}” on {start} starts the first time.',
    },
    overlap: {
      cause: 'For {person}, “{title}” on {start} would overlap with “{other_title}” on {other_start}.',
      fix: 'Remove {person} from one of the two shifts first.',
    },
    overlap_elsewhere: {
      cause: 'For {person}, “{title}” on {start} would overlap with a shift at another organization.',
      fix: 'Choose another time, or remove {person} from this shift first.',
    },
    in_use: {
      cause: 'People are signed up for “{title}” on {start} as {roles}.',
      fix: 'Give them another role first.',
    },
    overbooked: {
      cause: `“{title}” on {start} has ${people} for ${spots}.`,
      fix: 'Everyone keeps their spot. New sign-ups are possible once spots are free again.',
    },
    role_overbooked: {
      cause: `“{title}” on {start} has ${people} for ${spots} in the role “{role}”.`,
      fix: 'Everyone keeps their spot. New sign-ups are possible once spots are free again.',
    },
    rule_length: {
      cause: 'The recurrence rule is too long.',
      fix: 'Use at most {limit, plural, one {# character} other {# characters}}.',
    },
    rule_line: {
      cause: 'A recurrence rule can only have RRULE and EXDATE lines.',
      fix: 'Remove the other lines. The series starts with the shift itself.',
    },
    rule_missing: {
      cause: 'The recurrence rule is missing.',
      fix: 'Enter one such as FREQ=WEEKLY;BYDAY=MO;COUNT=10.',
    },
    rule_several: { cause: 'There’s more than one recurrence rule.', fix: 'Keep one of them.' },
    rule_part_unknown: {
      cause: '“{part}” isn’t supported in a recurrence rule.',
      fix: 'Remove it.',
    },
    rule_part_twice: { cause: '{part} appears twice.', fix: 'Keep one of them.' },
    rule_starts_per_day: {
      cause: 'A series can have at most {limit, plural, one {# shift} other {# shifts}} per day.',
    },
    rule_frequency: {
      cause: 'The frequency is missing or not supported.',
      fix: 'Set FREQ to DAILY, WEEKLY, MONTHLY, or YEARLY.',
    },
    rule_week_start: {
      cause: 'The first day of the week isn’t valid.',
      fix: 'Set WKST to MO, TU, WE, TH, FR, SA, or SU.',
    },
    rule_one_number: { cause: '{part} can only have one number.' },
    rule_range: { cause: '{part} must be from {least, number} to {most, number}.' },
    rule_signed_range: {
      cause: '{part} must be from {least, number} to {most, number}.',
      fix: 'Put a minus in front to count from the end.',
    },
    rule_weekday: { cause: '“{part}” isn’t a weekday.', fix: 'Use a weekday such as MO, 2TU, or -1FR.' },
    rule_moment: {
      cause: '{part} has a date that isn’t valid.',
      fix: 'Use a date such as 20261224, 20261224T180000, or 20261224T170000Z.',
    },
    rule_count_and_until: {
      cause: 'A series can’t have both a number of shifts and an end date.',
      fix: 'Use either COUNT or UNTIL.',
    },
    rule_yearly_only: { cause: '{part} only works with FREQ=YEARLY.' },
    rule_not_weekly: { cause: 'BYMONTHDAY doesn’t work with FREQ=WEEKLY.' },
    rule_numbered_weekday: {
      cause: 'Numbered weekdays such as 2TU only work by month, or by year without week numbers.',
      fix: 'Use FREQ=MONTHLY, or FREQ=YEARLY without BYWEEKNO.',
    },
    rule_five_weekdays: {
      cause: 'A month has at most five of each weekday.',
      fix: 'Use a number from -5 to 5.',
    },
    rule_position: { cause: 'BYSETPOS needs another BY part to choose from.' },
  },
  answers: {
    published:
      '{shifts, plural, =0 {There was nothing to publish.} one {Shift published.} other {# shifts published.}}',
    publishing: 'Publishing: {done, number} of {total, plural, one {# shift} other {# shifts}} done.',
    cancelled:
      '{shifts, plural, one {Shift cancelled.} other {# shifts cancelled.}} {people, plural, =0 {No one was signed up.} one {# person will be notified.} other {# people will be notified.}}',
  },
  events: {
    shift: {
      created: 'A shift was created.',
      updated: 'A shift changed: its time, place, texts, spots, or roles.',
      cancelled: 'A shift was cancelled. Everyone on it is notified.',
    },
  },
};
