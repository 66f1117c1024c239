import type { Translation } from '#platform/language/index.ts';
import type en from './en.ts';

export default {
  errors: {
    before_from: { cause: 'Der Zeitraum endet, bevor er beginnt.', fix: 'Wähle ein späteres Ende.' },
    too_long: {
      cause: 'Der Zeitraum ist zu lang.',
      fix: 'Wähle höchstens {days, plural, one {# Tag} other {# Tage}}.',
    },
  },
  sheet: 'Überblick',
  columns: {
    program: 'Programm',
    month: 'Monat',
    shifts: 'Schichten',
    spots: 'Plätze',
    filled: 'Besetzte Plätze',
    came: 'Teilnahmen',
    no_shows: 'Nicht erschienen',
    people: 'Personen',
    new_people: 'Neue Personen',
    hours: 'Stunden',
    hours_before: 'Stunden im Vorjahr',
    total: 'Gesamt',
  },
} satisfies Translation<typeof en>;
