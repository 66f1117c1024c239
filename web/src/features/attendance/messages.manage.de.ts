import type { Translation } from '../../messages/translation.ts';
import type en from './messages.manage.en.ts';

export default {
  title: {
    choose: 'Check-in',
    shift: 'Check-in',
  },
  chooseLead: 'Für welche Schicht checkst du Personen ein?',
  chooseKept: 'Du bist offline. Das sind die Schichten, die du auf diesem Gerät schon geöffnet hast.',
  noShifts: 'Heute gibt es keine Schichten',
  noShiftsText: 'Hier erscheinen die heutigen Schichten.',
  expected:
    '{count, plural, =0 {Noch niemand eingetragen} one {# Person eingetragen} other {# Personen eingetragen}}',
  otherShift: 'Andere Schicht wählen',
  people: 'Personen in dieser Schicht',
  find: 'Personen finden',
  search: 'Nach Namen suchen',
  searchHint: 'Oder gib die sechs Ziffern aus der App der Person ein und drücke die Eingabetaste.',
  scan: 'Code scannen',
  inside: '{inside, number} von {total, number} eingecheckt',
  nobody: 'Für diese Schicht ist niemand eingetragen',
  noMatch: 'Niemand gefunden',
  noMatchText: 'Wer nicht eingetragen ist, kann von der Koordination hinzugefügt werden.',
  unknown: 'Person {id}',
  notACode: 'Das ist kein Check-in-Code. Die Person findet ihren Code in der App.',
  expiredCode: 'Dieser Code ist abgelaufen. Bitte die Person, ihn neu zu öffnen.',
  posterCode: 'Das ist das Plakat einer Schicht. Scanne stattdessen den Code in der App der Person.',
  digits: {
    offline: 'Sechsstellige Codes funktionieren nur online. Scanne den QR-Code oder suche nach dem Namen.',
    wrong: 'Dieser Code gilt gerade nicht. Bitte die Person, den Code vorzulesen, den sie jetzt sieht.',
    limited: 'Zu viele falsche Codes. Scanne den QR-Code oder suche nach dem Namen.',
  },
  checkIn: 'Einchecken',
  checkOut: 'Auschecken',
  checkInOf: '{name} einchecken',
  checkOutOf: '{name} auschecken',
  in: 'Eingecheckt um {time}',
  late: 'verspätet',
  waiting: 'noch nicht übertragen',
  status: {
    expected: 'Erwartet',
    checked_in: 'Eingecheckt',
    checked_out: 'Ausgecheckt',
    no_show: 'Nicht erschienen',
  },
  kept: 'Du bist offline. Diese Liste ist von {time}. Deine Änderungen werden übertragen, sobald du wieder online bist.',
  done: {
    checkin: '{name} ist eingecheckt.',
    checkout: '{name} ist ausgecheckt.',
  },
  mode: {
    label: 'Was beim Scannen passiert',
    checkin: 'Scan: einchecken',
    checkout: 'Scan: auschecken',
  },
  queue: {
    label: 'Übertragung',
    allSent: '{count, plural, =0 {Du bist online. Alles ist aktuell.} other {Alles ist übertragen.}}',
    waiting:
      '{count, plural, one {# Eintrag wird noch übertragen.} other {# Einträge werden noch übertragen.}}',
    waitingOffline:
      '{count, plural, one {Du bist offline. # Eintrag ist auf diesem Gerät gespeichert.} other {Du bist offline. # Einträge sind auf diesem Gerät gespeichert.}}',
    refused:
      '{count, plural, one {# Eintrag wurde nicht angenommen.} other {# Einträge wurden nicht angenommen.}}',
    sendNow: 'Jetzt übertragen',
    show: 'Einträge anzeigen',
    hide: 'Einträge ausblenden',
    checkin: '{time} · {name} eingecheckt',
    checkout: '{time} · {name} ausgecheckt',
    undo: 'Rückgängig',
    dismiss: 'Ausblenden',
    tryAgain: 'Noch einmal versuchen',
  },
  refusal: {
    invalidCode:
      'Dieser Code ist ungültig. Bitte die Person, ihren Code neu zu öffnen, oder suche nach dem Namen.',
    expiredCode: 'Dieser Code war beim Scannen schon abgelaufen. Suche die Person nach dem Namen.',
    otherPerson: 'Dieser Code gehört einer anderen Person. Suche die richtige nach dem Namen.',
    otherShift: 'Das ist das Plakat einer anderen Schicht. Suche die Person nach dem Namen.',
    poster:
      'Das ist das Plakat einer Schicht. Scanne den Code in der App der Person oder suche nach dem Namen.',
    notRegistered:
      'Diese Person hat keinen bestätigten Platz in dieser Schicht. Bitte die Koordination, sie einzutragen, und versuche es dann noch einmal.',
    notCheckedIn: 'Diese Person ist nicht eingecheckt. Checke sie erst ein und versuche es dann noch einmal.',
    needsApproval:
      'Diese Eintragung ist noch nicht bestätigt. Bitte die Koordination darum und versuche es dann noch einmal.',
    shiftCancelled: 'Diese Schicht wurde abgesagt. Blende den Eintrag aus.',
    full: 'Diese Schicht ist voll. Bitte die Koordination, die Person trotzdem einzutragen, und versuche es dann noch einmal.',
    elsewhere:
      'Diese Person hat zur selben Zeit eine andere Schicht. Bitte die Koordination, das zu klären, und versuche es dann noch einmal.',
    rule: 'Die Regeln der Organisation lassen das nicht zu. Frag die Koordination und versuche es dann noch einmal.',
    requirements:
      'Profil oder Formulare dieser Person sind unvollständig. Frag die Koordination und versuche es dann noch einmal.',
    clock: 'Die Uhr dieses Geräts geht vor. Stell sie richtig und checke die Person dann noch einmal ein.',
    tooOld: 'Das ist mehr als 30 Tage her. Die Koordination kann es in der Besetzung korrigieren.',
    forbidden:
      'Du hast keinen Check-in-Zugriff mehr. Frag die Koordination und versuche es dann noch einmal.',
    notFound:
      'Die Schicht oder die Person gibt es nicht mehr. Sieh in der Besetzung nach und blende den Eintrag aus.',
    conflict:
      'Die Besetzung hat sich geändert. Sieh dort nach und versuche es noch einmal, oder blende den Eintrag aus.',
    failed: 'Bei uns ist etwas schiefgelaufen. Versuche es noch einmal.',
    other:
      'Das wurde nicht angenommen. Sieh in der Besetzung nach und korrigiere dort, wenn nötig, die Anwesenheit.',
  },
  scanner: {
    title: 'Code-Scanner',
    picture: 'Kamerabild',
    hint: 'Halte den Code der Person vor die Kamera.',
    refused:
      'Die Kamera ist nicht verfügbar. Erlaube sie in den Browsereinstellungen oder suche nach dem Namen.',
    close: 'Kamera schließen',
  },
  walkIn: {
    open: 'Person hinzufügen',
    title: 'Person vor Ort hinzufügen',
    text: 'Die Person bekommt einen Platz und wird gleich eingecheckt.',
    choose: 'Person auswählen',
    submit: '{name} einchecken',
  },
  poster: {
    title: 'Plakat zum Einchecken',
    lead: 'Drucke es aus und häng es auf. Wer es mit dem Handy scannt, checkt selbst ein.',
    print: 'Drucken',
    code: 'QR-Code zum Einchecken',
    how: 'Zum Einchecken scannen',
  },
} as const satisfies Translation<typeof en>;
