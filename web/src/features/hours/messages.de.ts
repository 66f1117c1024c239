import type { Translation } from '../../messages/translation.ts';
import type en from './messages.en.ts';

export default {
  title: 'Meine Stunden',
  lead: 'So viel hast du schon mitgeholfen.',
  total: 'Stunden insgesamt',
  verified: 'Bestätigt',
  shifts: 'Schichten',
  chart: 'Stunden pro Monat',
  month: '{month}: {hours}',
  list: 'Stunden nach Monat und Programm',
  columnMonth: 'Monat',
  columnProgram: 'Programm',
  columnHours: 'Stunden',
  columnVerified: 'Bestätigt',
  columnShifts: 'Schichten',
  empty: 'Noch keine Stunden',
  emptyText: 'Deine Stunden erscheinen hier, sobald du aus deiner ersten Schicht ausgecheckt hast.',
  letter: 'Bescheinigung von {organization} herunterladen',
  letterTitle: 'Stunden nachweisen',
  letterText: 'Eine Bescheinigung zum Ausdrucken, mit einem Code zum Überprüfen.',
} as const satisfies Translation<typeof en>;
