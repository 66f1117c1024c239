/** The first steps of a new organization: part of the area `manage`. */
export default {
  title: 'Get your organization ready',
  lead: '{done, number} of {all, number} steps are done.',
  dismiss: 'Dismiss',
  done: '(done)',
  open: '(to do)',
  step: {
    about: 'Check name and time zone: {name}, {zone}',
    program: 'Create a program',
    shift: 'Publish the first shift',
    share: 'Share the shift, so that people find it',
    joining: 'Choose who can join',
    invite: 'Invite people',
    mail: 'Connect a mail server and send a test email',
  },
} as const;
