export default {
  title: 'Asked to take this shift',
  count: {
    accepted: '{count, number} accepted',
    asked: '{count, number} without an answer',
    declined: '{count, number} declined',
    too_late: '{count, number} too late',
    expired: '{count, number} expired',
    withdrawn: '{count, number} withdrawn',
  },
  status: {
    accepted: 'Accepted',
    asked: 'Asked',
    declined: 'Declined',
    too_late: 'Too late',
    expired: 'Expired',
    withdrawn: 'Withdrawn',
  },
  message: 'A few words (optional)',
  messageHint: 'Included in the email to the people you ask.',
  ask: '{count, plural, =0 {Ask} one {Ask # person} other {Ask # people}}',
  asked:
    '{count, plural, =0 {No one was asked.} one {# person has been asked.} other {# people have been asked.}}{skipped, plural, =0 {} one { # was asked before.} other { # were asked before.}}',
  stop: {
    title: 'Stop asking?',
    text: '{count, plural, one {# person hasn’t answered yet and can no longer accept.} other {# people haven’t answered yet and can no longer accept.}} Spots that were taken stay taken.',
    confirm: 'Stop asking',
  },
  callOut: {
    open: 'Ask everyone',
    openFor: 'Ask everyone who can take “{shift}”',
    title: 'Ask everyone who can take it?',
    text: 'Everyone who can take “{shift}” gets an urgent email and accepts with one tap. The first to accept get the spots.',
    confirm: 'Ask everyone',
    done: '{count, plural, =0 {There’s no one left to ask.} one {# person has been asked.} other {# people have been asked.}}',
  },
} as const;
