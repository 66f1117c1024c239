import type en from '../en/staffing.ts';
import type { Translation } from '../index.ts';

export default {
  run: {
    progress: '{done, number} von {total, number}',
    finished:
      '{failed, plural, =0 {{good, number} erledigt.} other {{good, number} erledigt, # fehlgeschlagen.}}',
    failed: 'fehlgeschlagen',
  },
  override: {
    reason: 'Warum trotzdem?',
    reasonHint: 'Der Grund steht danach im Protokoll.',
    submit: 'Trotzdem tun',
  },
  members: {
    search: 'Name oder E-Mail-Adresse',
    choices: 'Mitglieder',
    none: 'Kein Mitglied passt dazu.',
    taken: 'Schon in dieser Schicht',
  },
  attendance: {
    expected: 'Erwartet',
    in: 'Da seit {time}',
    inLate: 'Da seit {time}, verspätet',
    out: 'Gegangen, {hours} h',
    outVerified: 'Gegangen, {hours} h bestätigt',
    noShow: 'Nicht gekommen',
    correctTitle: 'Anwesenheit von {name}',
    status: 'Was war',
    statuses: {
      expected: 'Erwartet, nichts notiert',
      checked_in: 'Ist da',
      checked_out: 'War da und ist gegangen',
      no_show: 'Ist nicht gekommen',
    },
    came: 'Gekommen um',
    left: 'Gegangen um',
    zone: 'Nach der Uhr in {zone}',
    minutes: 'Minuten, die zählen',
    minutesHint: 'Leer: aus den Zeiten.',
    note: 'Notiz',
    reason: 'Grund der Berichtigung',
  },
  poster: {
    title: 'Aushang für die Tür',
    lead: 'Wer ihn mit dem Telefon scannt, meldet sich selbst an.',
    print: 'Drucken',
    code: 'QR-Code zum Anmelden',
    how: 'Code scannen und da sein',
  },
} as const satisfies Translation<typeof en>;
