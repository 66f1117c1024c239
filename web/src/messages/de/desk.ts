import type en from '../en/desk.ts';
import type { Translation } from '../index.ts';

export default {
  title: {
    choose: 'Einlass',
    shift: 'Einlass',
  },
} as const satisfies Translation<typeof en>;
