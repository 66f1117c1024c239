export default {
  title: '{count, plural, one {Can you take this shift?} other {Can you take these shifts?}}',
  question: '{sender} is asking whether you can take this shift.',
  urgent: 'Urgent: {sender} is asking whether you can take this shift.',
  role: 'Role: {role}',
  until: 'Please answer by {time}. The first to accept get the spots.',
  accept: 'Yes, I’ll take it',
  decline: 'No, I can’t',
  declined: 'You declined “{title}”. Thanks for letting {sender} know.',
} as const;
