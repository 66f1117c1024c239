import type en from '../en/people.ts';
import type { Translation } from '../index.ts';

export default {
  title: {
    people: 'Menschen',
    person: 'Person',
    members: 'Mitglieder',
  },
} as const satisfies Translation<typeof en>;
