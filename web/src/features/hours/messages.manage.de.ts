import type { Translation } from '../../messages/translation.ts';
import type en from './messages.manage.en.ts';

export default {
  title: 'Stunden',
  lead: 'Was Menschen gegeben haben, und was noch zu prüfen ist.',
  filters: 'Filter',
  group: 'Liste nach',
  byMonth: 'Stunden pro Monat',
  by: {
    person: 'Person',
    program: 'Programm',
    month: 'Monat',
  },
  from: 'Von',
  to: 'Bis',
  csv: 'CSV herunterladen',
  file: 'stunden',
  columns: {
    hours: 'Stunden',
    verified: 'Bestätigt',
    shifts: 'Schichten',
  },
  notVerified: 'Noch nicht bestätigt',
  unknown: 'Unbekannt',
  erased: 'Ehemaliges Mitglied',
  total:
    '{hours} Stunden in {shifts, plural, one {# Schicht} other {# Schichten}}, davon {verified} bestätigt.',
  none: 'Keine Stunden',
  noneText: 'Stunden erscheinen, sobald jemand eine Schicht beendet hat.',
  toVerify: 'Zu bestätigen',
  nothingToVerify: 'Nichts zu bestätigen.',
  automatic: 'Von selbst zum Ende der Schicht abgemeldet',
  hoursOf: '{hours} h',
  verify: '{count, number} bestätigen',
  verifyOf: '{count, number} bestätigen: {title}',
  done: '{count, plural, one {Die Stunden von # Person sind} other {Die Stunden von # Personen sind}} bestätigt.',
  person: {
    hours: 'Stunden',
    noHours: 'Noch keine Stunden.',
    total:
      '{hours} Stunden in {shifts, plural, one {# Schicht} other {# Schichten}}, davon {verified} bestätigt.',
    letter: 'Bescheinigung der Stunden',
    letterFile: 'bescheinigung',
  },
} as const satisfies Translation<typeof en>;
