export default {
  errors: {
    shift_not_open: {
      cause: 'You can only ask people for a published shift that hasn’t started.',
    },
    too_many_asks: {
      cause: 'People have already been asked {limit, plural, one {# time} other {# times}} for this shift.',
      fix: 'Write a message or call them instead.',
    },
    shift_full: {
      cause:
        '{spots, plural, one {The only spot on this shift is taken.} other {All # spots on this shift are taken.}}',
      fix: 'Ask people once a spot is free.',
    },
    people_required: {
      cause: 'No one is chosen.',
      fix: 'Choose people, or ask everyone who can take the shift.',
    },
    unknown_role: {
      cause: 'This shift doesn’t have this role.',
      fix: 'Choose one of its roles.',
    },
    expires_in_past: {
      cause: 'The time to answer by has already passed.',
      fix: 'Choose a later time.',
    },
    expires_too_late: {
      cause: 'People can’t answer after the shift has started.',
      fix: 'Choose an earlier time.',
    },
  },
  answers: {
    asked:
      '{count, plural, =0 {There’s no one left to ask.} one {# person has been asked.} other {# people have been asked.}}',
    withdrawn:
      '{count, plural, =0 {No one was waiting to answer.} one {# person can no longer accept.} other {# people can no longer accept.}}',
    accepted: 'You’re signed up for “{title}”. Thank you!',
    pending:
      'Thank you! A coordinator still has to approve your sign-up for “{title}”. We’re holding your spot.',
    declined: 'Thanks for letting us know. Maybe next time!',
    too_late: 'Others were faster: “{title}” is full now. Thank you for offering to help!',
    signed_up:
      'You’re still signed up for “{title}”. If you can’t come after all, cancel on the shift’s page or with the link in your confirmation email.',
    closed: 'This request is no longer open. Thank you anyway!',
  },
  events: {
    shift: {
      asked: 'A coordinator asked someone to take a shift.',
      ask_answered: 'Someone accepted or declined to take a shift, or wanted to accept when it was full.',
      ask_withdrawn: 'A coordinator no longer asks someone to take a shift.',
    },
  },
};
