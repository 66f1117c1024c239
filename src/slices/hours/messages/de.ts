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
    reports_off: {
      cause: 'Mitglieder dieser Organisation können keine Stunden melden.',
      fix: 'Wende dich an die Koordination.',
    },
    day_in_future: {
      cause: 'Dieser Tag liegt in der Zukunft.',
      fix: 'Wähle heute oder einen früheren Tag.',
    },
    day_too_old: {
      cause:
        'Du kannst Stunden {days, plural, one {für den letzten Tag} other {für die letzten # Tage}} melden.',
      fix: 'Wähle einen späteren Tag oder wende dich an die Koordination.',
    },
    program_not_found: { cause: 'Programm nicht gefunden.' },
    program_archived: { cause: 'Dieses Programm ist archiviert.', fix: 'Wähle ein anderes.' },
    other_organization: {
      cause: 'Dieses Programm gehört zu einer anderen Organisation.',
      fix: 'Wähle ein anderes Programm, oder zieh die Meldung zurück und sende eine neue.',
    },
    mission_not_found: { cause: 'Mission nicht gefunden.' },
    mission_archived: { cause: 'Diese Mission ist archiviert.', fix: 'Wähle eine andere.' },
    too_many_reports: {
      cause:
        '{limit, plural, one {# Meldung von dir wartet} other {# Meldungen von dir warten}} auf Bestätigung. Mehr sind nicht möglich.',
      fix: 'Warte, bis die Koordination über einige davon entschieden hat.',
    },
    day_full: {
      cause: 'Du hast für diesen Tag schon Stunden gemeldet. Zusammen sind das mehr als {hours} Stunden.',
      fix: 'Gib weniger Stunden an oder ändere die andere Meldung.',
      other: {
        cause:
          '{name} hat für diesen Tag andere Stunden gemeldet. Zusammen sind das mehr als {hours} Stunden.',
        fix: 'Lehne zuerst die andere Meldung ab.',
      },
    },
    report_decided: {
      cause: 'Über diese Meldung wurde schon entschieden.',
      fix: 'Lade die Seite neu.',
    },
    report_changed: {
      cause: 'Diese Meldung hat sich geändert, seit du sie geladen hast.',
      fix: 'Lade die Seite neu und versuche es noch einmal.',
    },
  },
  answers: {
    letter_ready: 'Die Bescheinigung ist fertig.',
    reports_approved:
      '{count, plural, =0 {Keine Meldung wurde bestätigt.} one {# Meldung bestätigt.} other {# Meldungen bestätigt.}}',
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
  export: {
    person: 'Name',
    program: 'Programm',
    month: 'Monat',
    hours: 'Stunden',
    verified_hours: 'Bestätigte Stunden',
    attended: 'Teilnahmen',
    minutes: 'Minuten',
    verified_minutes: 'Bestätigte Minuten',
    id: 'ID',
  },
  events: {
    hours: {
      aggregated:
        'Stunden wurden neu berechnet. Die Daten enthalten die Zahl der Personen und der geänderten Monatssummen sowie deren Minuten.',
      reported: 'Jemand hat Stunden gemeldet. Die Koordination muss sie bestätigen.',
      report_changed: 'Jemand hat eine Meldung geändert, über die noch nicht entschieden war.',
      report_withdrawn: 'Jemand hat eine Meldung zurückgezogen, über die noch nicht entschieden war.',
      report_approved: 'Die Koordination hat gemeldete Stunden bestätigt. Sie zählen ab jetzt.',
      report_rejected: 'Die Koordination hat gemeldete Stunden abgelehnt.',
      report_reopened:
        'Die Koordination hat eine Entscheidung über gemeldete Stunden rückgängig gemacht. Bis zur nächsten Entscheidung zählen sie nicht.',
    },
  },
} satisfies Translation<typeof en>;
