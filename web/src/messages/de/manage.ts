import type en from '../en/manage.ts';
import type { Translation } from '../index.ts';

import plan from './plan.ts';
import roster from './roster.ts';
import setup from './set-up.ts';
import staffing from './staffing.ts';
import today from './today.ts';

export default {
  ...staffing,
  ...today,
  plan,
  roster,
  setup,
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
