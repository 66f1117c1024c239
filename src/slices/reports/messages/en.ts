export default {
  errors: {
    before_from: { cause: 'The period ends before it starts.', fix: 'Choose a later end.' },
    too_long: {
      cause: 'The period is too long.',
      fix: 'Choose at most {days, plural, one {# day} other {# days}}.',
    },
  },
  /** The exported table. */
  sheet: 'Overview',
  columns: {
    program: 'Program',
    month: 'Month',
    shifts: 'Shifts',
    spots: 'Spots',
    filled: 'Filled spots',
    came: 'Attended',
    no_shows: 'No-shows',
    people: 'People',
    new_people: 'New people',
    hours: 'Hours',
    hours_before: 'Hours a year earlier',
    total: 'Total',
  },
};
