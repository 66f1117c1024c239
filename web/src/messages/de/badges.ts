import type en from '../en/badges.ts';
import type { Translation } from '../index.ts';

export default {
  title: {
    list: 'Abzeichen',
    badge: 'Abzeichen',
    manage: 'Abzeichen',
    edit: 'Abzeichen',
  },
} as const satisfies Translation<typeof en>;
