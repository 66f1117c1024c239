import type { Translation } from '../../messages/translation.ts';
import type en from './messages.manage.en.ts';

export default {
  title: 'Stunden',
  lead: 'Sieh, wie lange Personen mitgeholfen haben, und bestätige ihre Stunden.',
  filters: 'Filter',
  group: 'Gruppieren nach',
  byMonth: 'Stunden pro Monat',
  month: '{month}: {hours}, davon {verified} bestätigt',
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
  total: '{hours} in {shifts, plural, one {# Schicht} other {# Schichten}}, davon {verified} bestätigt.',
  none: 'Noch keine Stunden',
  noneText: 'Stunden erscheinen hier, sobald Personen aus einer Schicht ausgecheckt sind.',
  toVerify: 'Zu bestätigen',
  nothingToVerify: 'Alles erledigt: keine Stunden zu bestätigen.',
  automatic: 'Am Ende der Schicht automatisch ausgecheckt',
  verify: '{count, number} bestätigen',
  verifyOf: '{count, number} bestätigen: {title}',
  done: '{count, plural, one {Stunden von # Person bestätigt.} other {Stunden von # Personen bestätigt.}}',
  person: {
    hours: 'Stunden',
    noHours: 'Noch keine Stunden.',
    total: '{hours} in {shifts, plural, one {# Schicht} other {# Schichten}}, davon {verified} bestätigt.',
    letter: 'Stundenbescheinigung herunterladen',
    letterFile: 'stundenbescheinigung',
  },
} as const satisfies Translation<typeof en>;
