import type { Translation } from '../../messages/translation.ts';
import type en from './messages.manage.en.ts';

export default {
  title: 'Stunden',
  lead: 'Hier siehst du, wer wie viel mitgeholfen hat, und bestätigst die Stunden.',
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
  file: 'stunden',
  columns: {
    hours: 'Stunden',
    verified: 'Bestätigt',
    attended: 'Teilnahmen',
  },
  notVerified: 'Noch nicht bestätigt',
  unknown: 'Unbekannt',
  total:
    '{hours} insgesamt, davon {verified} bestätigt. {count, plural, one {# Teilnahme} other {# Teilnahmen}}.',
  none: 'Noch keine Stunden',
  noneText:
    'Stunden erscheinen hier, sobald Personen aus einer Schicht ausgecheckt oder gemeldete Stunden bestätigt sind.',
  toVerify: 'Zu bestätigen',
  nothingToVerify: 'Alles erledigt: keine Stunden zu bestätigen.',
  automatic: 'Am Ende der Schicht automatisch ausgecheckt',
  verify: '{count, number} bestätigen',
  verifyOf: '{count, number} bestätigen: {title}',
  done: '{count, plural, one {Stunden von # Person bestätigt.} other {Stunden von # Personen bestätigt.}}',
  reports: {
    title: 'Gemeldete Stunden',
    toApprove: 'Gemeldete Stunden bestätigen',
    line: '{hours} am {day}',
    note: 'Notiz: {note}',
    tick: '{hours} von {name} am {day} bestätigen',
    approve: '{count, number} bestätigen',
    reject: 'Ablehnen',
    rejectOf: '{hours} von {name} am {day} ablehnen',
    rejectTitle: '{hours} von {name} am {day} ablehnen?',
    reasonLabel: 'Grund',
    reasonHint: '{name} kann ihn lesen.',
    rejected: 'Stunden von {name} abgelehnt.',
    status: {
      waiting: 'Wartet auf Bestätigung',
      approved: 'Bestätigt',
      rejected: 'Abgelehnt',
    },
    reason: 'Grund: {reason}',
    decide: 'Bestätigen oder ablehnen',
    reopen: 'Entscheidung rückgängig machen',
    reopenOf: 'Entscheidung rückgängig machen: {hours} am {day}',
    reopened: 'Die Stunden warten wieder auf Bestätigung.',
  },
  person: {
    hours: 'Stunden',
    noHours: 'Noch keine Stunden.',
    total:
      '{hours} insgesamt, davon {verified} bestätigt. {shifts, plural, one {# Schicht} other {# Schichten}}.',
    letter: 'Stundenbescheinigung herunterladen',
    letterFile: 'stundenbescheinigung',
  },
} as const satisfies Translation<typeof en>;
