import type en from '../en/people.ts';
import type { Translation } from '../index.ts';

import person from './person.ts';

export default {
  ...person,
  title: {
    people: 'Menschen',
    person: 'Person',
  },
} as const satisfies Translation<typeof en>;
