export default {
  errors: {
    period: {
      cause: 'This isn’t a valid date.',
      fix: 'Use a day (2026-03-31), a month (2026-03), or a time with an offset (2026-03-31T09:00:00Z).',
    },
    before_from: { cause: 'The period ends before it starts.', fix: 'Choose a later end.' },
    no_hours: { cause: 'You don’t have any hours with this organization yet.' },
    not_a_member: { cause: 'This person is not a member of the organization.' },
    reports_off: {
      cause: 'Members of this organization can’t report hours themselves.',
      fix: 'Ask a coordinator.',
    },
    day_in_future: { cause: 'This day is in the future.', fix: 'Choose today or an earlier day.' },
    day_too_old: {
      cause: 'You can report hours for the last {days, plural, one {# day} other {# days}}.',
      fix: 'Choose a later day, or ask a coordinator.',
    },
    program_not_found: { cause: 'Program not found.' },
    program_archived: { cause: 'This program is archived.', fix: 'Choose another one.' },
    other_organization: {
      cause: 'This program belongs to another organization.',
      fix: 'Choose another program, or withdraw the report and send a new one.',
    },
    mission_not_found: { cause: 'Mission not found.' },
    mission_archived: { cause: 'This mission is archived.', fix: 'Choose another one.' },
    too_many_reports: {
      cause:
        'You have {limit, plural, one {# report} other {# reports}} waiting for approval, which is the most you can have.',
      fix: 'Wait until a coordinator has decided on some of them.',
    },
    day_full: {
      cause: 'You have reported other hours for this day. Together that’s more than {hours} hours.',
      fix: 'Enter fewer hours, or change the other report.',
      other: {
        cause: '{name} has reported other hours for this day. Together that’s more than {hours} hours.',
        fix: 'Decline the other report first.',
      },
    },
    report_decided: { cause: 'A coordinator has already decided on this report.', fix: 'Reload the page.' },
    report_changed: {
      cause: 'This report has changed since you loaded it.',
      fix: 'Reload the page and try again.',
    },
  },
  answers: {
    letter_ready: 'The letter is ready.',
    reports_approved:
      '{count, plural, =0 {No report was approved.} one {# report approved.} other {# reports approved.}}',
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
  /** The exported table. */
  export: {
    person: 'Name',
    program: 'Program',
    month: 'Month',
    hours: 'Hours',
    verified_hours: 'Verified hours',
    attended: 'Attended',
    minutes: 'Minutes',
    verified_minutes: 'Verified minutes',
    id: 'ID',
  },
  events: {
    hours: {
      aggregated:
        'Hours were recalculated. The data has the number of people and monthly totals that changed, and their minutes.',
      reported: 'Someone reported hours. They need a coordinator’s approval.',
      report_changed: 'Someone changed a report that was still waiting.',
      report_withdrawn: 'Someone withdrew a report that was still waiting.',
      report_approved: 'A coordinator approved reported hours. They count from now on.',
      report_rejected: 'A coordinator declined reported hours.',
      report_reopened: 'A coordinator undid a decision on reported hours. They don’t count while they wait.',
    },
  },
};
