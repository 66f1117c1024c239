import type en from '../en/desk.ts';
import type { Translation } from '../index.ts';

export default {
  title: {
    choose: 'Einlass',
    shift: 'Einlass',
  },
  chooseLead: 'Für welche Schicht ist dieser Einlass?',
  chooseKept: 'Keine Verbindung: Das sind die Schichten, die dieses Gerät schon geöffnet hat.',
  noShifts: 'Heute ist keine Schicht',
  noShiftsText: 'Hier erscheinen die Schichten von heute.',
  expected:
    '{count, plural, =0 {Noch niemand eingetragen} one {# Person eingetragen} other {# Personen eingetragen}}',
  otherShift: 'Andere Schicht',
  people: 'Menschen dieser Schicht',
  find: 'Menschen finden',
  search: 'Nach Namen suchen',
  scan: 'Code scannen',
  inside: '{inside, number} von {total, number} sind da',
  nobody: 'Für diese Schicht ist niemand eingetragen',
  noMatch: 'Niemand heißt so',
  noMatchText: 'Wer nicht eingetragen ist, kann von der Koordination hinzugefügt werden.',
  unknown: 'Person {id}',
  notACode: 'Das ist kein Check-in-Code. Die Person findet ihren Code in der App.',
  checkIn: 'Ist da',
  checkOut: 'Geht',
  checkInOf: '{name} ist da',
  checkOutOf: '{name} geht',
  in: 'Da seit {time}',
  late: 'verspätet',
  waiting: 'noch nicht gesendet',
  status: {
    expected: 'Erwartet',
    checked_in: 'Da',
    checked_out: 'Gegangen',
    no_show: 'Fehlte',
  },
  kept: 'Keine Verbindung. Diese Liste ist von {time}; was du hier tust, wird später gesendet.',
  done: { checkin: '{name} ist da.', checkout: '{name} ist gegangen.' },
  mode: { label: 'Was ein gescannter Code bedeutet', checkin: 'Scan: kommt', checkout: 'Scan: geht' },
  queue: {
    label: 'Senden',
    allSent:
      '{count, plural, =0 {Verbunden. Nichts wartet auf das Senden.} one {Alles gesendet.} other {Alles gesendet.}}',
    waiting: '{count, plural, one {# Eintrag wartet} other {# Einträge warten}} auf das Senden.',
    waitingOffline:
      'Offline: {count, plural, one {# Eintrag wartet} other {# Einträge warten}} auf diesem Gerät.',
    refused: '{count, plural, one {# wurde abgelehnt.} other {# wurden abgelehnt.}}',
    sendNow: 'Jetzt senden',
    show: 'Einträge zeigen',
    hide: 'Einträge verbergen',
    checkin: '{time} · {name} ist da',
    checkout: '{time} · {name} geht',
    takeBack: 'Zurücknehmen',
    dismiss: 'Weglegen',
  },
  scanner: {
    title: 'Code-Scanner',
    picture: 'Bild der Kamera',
    hint: 'Halte den Code der Person ins Bild.',
    refused:
      'Die Kamera lässt sich nicht benutzen. Erlaube sie in den Einstellungen des Browsers, oder suche nach dem Namen.',
    close: 'Kamera schließen',
  },
  walkIn: {
    open: 'Jemanden hinzufügen',
    title: 'Jemanden an der Tür hinzufügen',
    text: 'Die Person bekommt einen Platz und ist gleich als da eingetragen.',
    choose: 'Wähle eine Person',
    submit: '{name} ist da',
  },
} as const satisfies Translation<typeof en>;
