import type en from '../en/journeys.ts';
import type { Translation } from '../index.ts';

export default {
  title: {
    list: 'Wege',
    journey: 'Weg',
    manage: 'Wege',
    edit: 'Weg',
  },
} as const satisfies Translation<typeof en>;
