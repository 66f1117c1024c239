export default {
  join: {
    visitor:
      '{organization} is invitation-only. Create an account and ask to join. Once an admin approves, you can sign up for this shift.',
    create: 'Create an account and ask to join',
    logIn: 'Log in',
    person: '{organization} is invitation-only. Ask to join, and we’ll email you the answer.',
    declined: '{organization} has declined your last request.',
    message: 'Message (optional)',
    messageHint: 'Who are you, and what would you like to do?',
    ask: 'Ask to join',
    askAgain: 'Ask again',
    sent: 'Request sent. We’ll email you the answer.',
    asked: 'You asked to join on {day}',
    askedText: 'An admin of {organization} will answer. We’ll email you, and you can sign up then.',
    withdraw: 'Withdraw request',
  },
  invitation: {
    noTokenTitle: 'The link did not work',
    noToken: 'The link is incomplete. Open it again from the mail, or ask for a new one.',
    title: 'You are invited',
    lead: 'Accept the invitation to join the organization.',
    accept: 'Accept the invitation',
    logInFirst: 'I have an account',
    signUpFirst: 'I am new here',
    doneTitle: 'Welcome',
    doneText: 'You belong to the organization now.',
  },
} as const;
