import type { Translation } from '../../messages/translation.ts';
import type en from './messages.en.ts';

export default {
  title: 'Meine Stunden',
  lead: 'Alles, was du gegeben hast.',
  total: 'Stunden insgesamt',
  verified: 'Bestätigt',
  shifts: 'Schichten',
  chart: 'Stunden nach Monat',
  month: '{month}: {hours} Stunden',
  list: 'Stunden nach Monat und Programm',
  columnMonth: 'Monat',
  columnProgram: 'Programm',
  columnHours: 'Stunden',
  columnVerified: 'Bestätigt',
  columnShifts: 'Schichten',
  empty: 'Noch keine Stunden',
  emptyText: 'Sie zählen, sobald du aus deiner ersten Schicht auscheckst.',
  letter: 'Bescheinigung für {organization}',
  letterTitle: 'Deine Stunden nachweisen',
  letterText: 'Eine Bescheinigung zum Drucken, mit einem Code, den jeder Mensch prüfen kann.',
} as const satisfies Translation<typeof en>;
