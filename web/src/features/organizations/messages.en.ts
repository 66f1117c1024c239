export default {
  join: {
    visitor:
      '{organization} is invitation-only. Create an account and ask to join. Once you’re approved, you can sign up for this shift.',
    create: 'Create an account and ask to join',
    logIn: 'Log in',
    person: '{organization} is invitation-only. Ask to join, and we’ll email you the answer.',
    declined: '{organization} declined your last request.',
    message: 'Message (optional)',
    messageHint: 'Who are you, and how would you like to help?',
    ask: 'Ask to join',
    askAgain: 'Ask again',
    sent: 'Request sent. We’ll email you the answer.',
    asked: 'You asked to join on {day}',
    askedText: 'We’ll email you when {organization} answers. Then you can sign up.',
    withdraw: 'Withdraw request',
  },
  mine: {
    title: 'My organizations',
    leave: 'Leave',
    leaveOf: 'Leave {organization}',
    leaveTitle: 'Leave {organization}?',
    leaveText:
      'Your spots on upcoming shifts there are cancelled and open up for the waitlist. Your hours and responses are kept.',
    leaveAccess: 'Invitations and API keys you created stop working until an admin takes them over.',
    left: 'You’re no longer a member of {organization}.',
  },
  invitation: {
    noTokenTitle: 'This link doesn’t work',
    noToken: 'The link is incomplete. Open it again from your email, or ask for a new one.',
    title: 'You’re invited',
    lead: 'Accept the invitation to join the organization.',
    accept: 'Accept invitation',
    logInFirst: 'I have an account',
    signUpFirst: 'I’m new here',
    doneTitle: 'Welcome!',
    doneText: 'You’re now a member of the organization.',
  },
} as const;
