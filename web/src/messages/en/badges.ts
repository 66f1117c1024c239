export default {
  title: {
    list: 'Badges',
    badge: 'Badge',
  },
  leaderboard: {
    title: 'Most hours this year',
    empty: 'Nobody has agreed to be shown here yet.',
    mine: 'Your place: {rank, number}.',
    notShown: 'You are not shown here.',
    choose: 'Change that in your settings',
  },
  public: {
    lead: 'Small thanks for what people do here.',
    empty: 'There are no badges yet',
    held: 'You have it',
    holders: '{count, plural, =0 {nobody has it yet} one {# person has it} other {# people have it}}',
    how: 'How to earn it',
    by: {
      manual: 'A coordinator awards it.',
      hours: 'Comes by itself with {threshold} hours of help.',
      shifts: 'Comes by itself {threshold, plural, one {with the first shift} other {with # shifts}}.',
      streakWeek: 'Comes by itself when you help {threshold, number} weeks in a row.',
      streakMonth: 'Comes by itself when you help {threshold, number} months in a row.',
      journey: 'Comes by itself at the end of a journey.',
    },
    journey: 'Go to the journey',
    renew: 'It is valid for {days, plural, one {# day} other {# days}} and can then be renewed.',
    mine: 'My badges',
    since: 'Yours since {date}',
    back: 'Go on where you were',
    find: 'Find a shift',
  },
} as const;
