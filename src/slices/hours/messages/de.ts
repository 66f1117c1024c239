import type { Translation } from '#platform/language/index.ts';
import type en from './en.ts';

export default {
  errors: {
    period: {
      cause: 'Das ist kein gültiges Datum.',
      fix: 'Gib einen Tag (2026-03-31), einen Monat (2026-03) oder eine Zeit mit Zeitzone (2026-03-31T09:00:00Z) an.',
    },
    before_from: {
      cause: 'Der Zeitraum endet, bevor er beginnt.',
      fix: 'Wähle ein späteres Ende.',
    },
    no_hours: { cause: 'Du hast bei dieser Organisation noch keine Stunden.' },
    not_a_member: { cause: 'Diese Person ist kein Mitglied der Organisation.' },
  },
  answers: {
    letter_ready: 'Die Bescheinigung ist fertig.',
  },
  letter: {
    title: 'Ehrenamtliche Stunden von {name}',
    heading: 'Bescheinigung über ehrenamtliche Stunden',
    statement:
      'Wir bestätigen, dass {name} sich vom {from} bis zum {to} bei {organization} ehrenamtlich engagiert hat, insgesamt {time}.',
    erased: 'eine Person (Name gelöscht)',
    month: 'Monat',
    program: 'Programm',
    shifts: 'Schichten',
    time: 'Zeit',
    total: 'Summe',
    verified: 'Davon hat die Koordination {time} bestätigt.',
    issued: 'Ausgestellt am {date}.',
    check: 'Die Echtheit dieser Bescheinigung kann jede Person prüfen. Der Code lautet',
  },
  verification: {
    genuine: 'Diese Bescheinigung ist echt',
    compare: 'In der Bescheinigung, die dir vorliegt, muss dasselbe stehen:',
    not_genuine: 'Dieser Code ist ungültig',
    not_issued:
      'Zu diesem Code gibt es keine Bescheinigung. Prüfe, ob du ihn genau wie gedruckt eingegeben hast.',
    name: 'Name',
    name_erased: 'Auf Wunsch der Person entfernt',
    organization: 'Organisation',
    period: 'Zeitraum',
    from_to: '{from} bis {to}',
    time: 'Zeit',
    issued: 'Ausgestellt',
  },
  events: {
    hours: {
      aggregated:
        'Stunden wurden neu berechnet. Die Daten enthalten die Zahl der Personen und der geänderten Monatssummen sowie deren Minuten.',
    },
  },
} satisfies Translation<typeof en>;
