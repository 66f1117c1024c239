export default {
  errors: {
    period: {
      cause: 'This isn’t a valid date.',
      fix: 'Use a day (2026-03-31), a month (2026-03), or a time with an offset (2026-03-31T09:00:00Z).',
    },
    before_from: { cause: 'The period ends before it starts.', fix: 'Choose a later end.' },
    no_hours: { cause: 'You don’t have any hours with this organization yet.' },
    not_a_member: { cause: 'This person is not a member of the organization.' },
  },
  answers: {
    letter_ready: 'The letter is ready.',
  },
  /** The page to print. */
  letter: {
    title: 'Volunteer hours of {name}',
    heading: 'Confirmation of volunteer hours',
    statement: 'We confirm that {name} volunteered with {organization} from {from} to {to} for {time}.',
    erased: 'a person (name removed)',
    month: 'Month',
    program: 'Program',
    shifts: 'Shifts',
    time: 'Time',
    total: 'Total',
    verified: 'Coordinators have verified {time} of this total.',
    issued: 'Issued on {date}.',
    check: 'Anyone can check that this letter is genuine. The code is',
  },
  /** What people see when they check the code of a letter. */
  verification: {
    genuine: 'This letter is genuine',
    compare: 'The letter you have must show the same information:',
    not_genuine: 'This code isn’t valid',
    not_issued: 'No letter has this code. Check that you typed it exactly as printed.',
    name: 'Name',
    name_erased: 'Removed at the person’s request',
    organization: 'Organization',
    period: 'Period',
    from_to: '{from} to {to}',
    time: 'Time',
    issued: 'Issued',
  },
  events: {
    hours: {
      aggregated:
        'Hours were recalculated. The data has the number of people and monthly totals that changed, and their minutes.',
    },
  },
};
