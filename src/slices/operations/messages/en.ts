export default {
  errors: {
    out_of_range: {
      cause: 'This date is too far away.',
      fix: 'Choose a date within {days, plural, one {# day} other {# days}} of today.',
    },
  },
  answers: {
    retried: 'The task is queued again.',
    discarded: 'Task discarded.',
  },
};
