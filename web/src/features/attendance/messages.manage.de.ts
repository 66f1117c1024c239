import type { Translation } from '../../messages/translation.ts';
import type en from './messages.manage.en.ts';

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
  searchHint: 'Oder tippe die sechs Ziffern, die die Person vorliest, und drücke Enter.',
  scan: 'Code scannen',
  inside: '{inside, number} von {total, number} sind da',
  nobody: 'Für diese Schicht ist niemand eingetragen',
  noMatch: 'Niemand heißt so',
  noMatchText: 'Wer nicht eingetragen ist, kann von der Koordination hinzugefügt werden.',
  unknown: 'Person {id}',
  notACode: 'Das ist kein Check-in-Code. Die Person findet ihren Code in der App.',
  expiredCode: 'Dieser Code ist abgelaufen. Bitte die Person, ihn neu zu öffnen.',
  posterCode: 'Das ist der Aushang einer Schicht. Scanne den Code in der App der Person.',
  digits: {
    offline:
      'Für sechsstellige Codes brauchst du eine Verbindung. Scanne den QR-Code oder suche nach dem Namen.',
    wrong: 'Diesen Code hat hier gerade niemand. Bitte die Person, den Code vorzulesen, den sie jetzt sieht.',
    limited: 'Zu viele falsche Codes. Scanne den QR-Code oder suche nach dem Namen.',
  },
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
  done: {
    checkin: '{name} ist da.',
    checkout: '{name} ist gegangen.',
  },
  mode: {
    label: 'Was ein gescannter Code bedeutet',
    checkin: 'Scan: kommt',
    checkout: 'Scan: geht',
  },
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
    takeBack: 'Rückgängig',
    dismiss: 'Ausblenden',
    tryAgain: 'Nochmal versuchen',
  },
  refusal: {
    invalidCode:
      'Dieser Code ist ungültig. Bitte die Person, ihren Code neu zu öffnen, oder suche nach dem Namen.',
    expiredCode: 'Dieser Code war beim Scannen schon abgelaufen. Suche die Person nach dem Namen.',
    otherPerson: 'Der Code gehört einer anderen Person. Suche die richtige nach dem Namen.',
    otherShift: 'Das ist der Aushang einer anderen Schicht. Suche die Person nach dem Namen.',
    poster:
      'Das ist der Aushang einer Schicht. Scanne den Code in der App der Person oder suche nach dem Namen.',
    notRegistered:
      'Für diese Schicht nicht fest eingetragen. Die Koordination kann die Person hinzufügen, danach nochmal versuchen.',
    notCheckedIn: 'Diese Person ist nicht eingecheckt. Checke sie erst ein, danach nochmal versuchen.',
    needsApproval:
      'Diese Schicht braucht eine Bestätigung. Die Koordination kann sie geben, danach nochmal versuchen.',
    shiftCancelled: 'Diese Schicht ist abgesagt. Blende den Eintrag aus.',
    full: 'Diese Schicht ist voll. Die Koordination kann die Person trotzdem hinzufügen, danach nochmal versuchen.',
    elsewhere:
      'Diese Person hat zur selben Zeit eine andere Schicht. Die Koordination kann das klären, danach nochmal versuchen.',
    rule: 'Eine Regel der Organisation lässt das nicht zu. Frag die Koordination, danach nochmal versuchen.',
    requirements:
      'Im Profil oder in den Formularen dieser Person fehlt etwas. Frag die Koordination, danach nochmal versuchen.',
    clock: 'Die Uhr dieses Geräts geht vor. Stell sie richtig und checke die Person noch einmal ein.',
    tooOld: 'Das ist mehr als 30 Tage her. Die Koordination kann es in der Besetzung korrigieren.',
    forbidden:
      'Du darfst hier niemanden mehr einchecken. Bitte die Koordination um Zugriff, danach nochmal versuchen.',
    notFound:
      'Die Schicht oder die Person gibt es nicht mehr. Sieh in der Besetzung nach und blende den Eintrag aus.',
    conflict:
      'Die Besetzung hat sich geändert. Sieh nach, was dort steht, und versuche es nochmal oder blende den Eintrag aus.',
    failed: 'Bei uns ist etwas schiefgegangen. Versuche es nochmal.',
    other: 'Das wurde nicht angenommen. Sieh in der Besetzung nach und trage es dort ein, wenn nötig.',
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
  poster: {
    title: 'Aushang für die Tür',
    lead: 'Wer ihn mit dem Telefon scannt, meldet sich selbst an.',
    print: 'Drucken',
    code: 'QR-Code zum Anmelden',
    how: 'Code scannen und da sein',
  },
} as const satisfies Translation<typeof en>;
