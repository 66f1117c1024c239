/** What several screens of the area `manage` say. */
export default {
  run: {
    progress: '{done, number} of {total, number}',
    finished: '{failed, plural, =0 {{good, number} done.} other {{good, number} done, # failed.}}',
    failed: 'failed',
  },
  override: {
    reason: 'Why do it all the same?',
    reasonHint: 'The reason is kept in the log.',
    submit: 'Do it all the same',
  },
  members: {
    search: 'Name or e-mail address',
    choices: 'Members',
    none: 'No member matches.',
    taken: 'On this shift already',
  },
  attendance: {
    expected: 'Expected',
    in: 'In since {time}',
    inLate: 'In since {time}, late',
    out: 'Out, {hours} h',
    outVerified: 'Out, {hours} h verified',
    noShow: 'Did not come',
    correctTitle: 'Attendance of {name}',
    status: 'What happened',
    statuses: {
      expected: 'Expected, nothing noted',
      checked_in: 'Is there',
      checked_out: 'Was there and left',
      no_show: 'Did not come',
    },
    came: 'Came at',
    left: 'Left at',
    zone: 'By the clock in {zone}',
    minutes: 'Minutes that count',
    minutesHint: 'Empty: from the times.',
    note: 'Note',
    reason: 'Reason of the correction',
  },
  poster: {
    title: 'Poster for the door',
    lead: 'Whoever scans it with their phone checks in themselves.',
    print: 'Print',
    code: 'QR code to check in',
    how: 'Scan the code to check in',
  },
} as const;
