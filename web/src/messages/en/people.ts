export default {
  title: {
    people: 'People',
    person: 'Person',
    members: 'Members',
  },
} as const;
