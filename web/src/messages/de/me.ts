import type en from '../en/me.ts';
import type { Translation } from '../index.ts';

export default {
  title: {
    shifts: 'Meine Schichten',
    hours: 'Meine Stunden',
    journeys: 'Meine Wege',
    badges: 'Meine Abzeichen',
    forms: 'Meine Formulare',
    profile: 'Profil',
    availability: 'Verfügbarkeit',
    settings: 'Meine Einstellungen',
  },
} as const satisfies Translation<typeof en>;
