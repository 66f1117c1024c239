import person from './person.ts';

export default {
  ...person,
  title: {
    people: 'People',
    person: 'Person',
  },
} as const;
