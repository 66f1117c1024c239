import type en from '../en/manage.ts';
import type { Translation } from '../index.ts';

export default {
  title: {
    today: 'Heute',
    shifts: 'Schichten planen',
    newShift: 'Neue Schicht',
    roster: 'Besetzung',
    hours: 'Stunden',
    programs: 'Programme',
    missions: 'Einsätze',
  },
} as const satisfies Translation<typeof en>;
