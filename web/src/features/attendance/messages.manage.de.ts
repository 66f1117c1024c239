import type { Translation } from '../../messages/translation.ts';
import type en from './messages.manage.en.ts';

export default {
  title: {
    choose: 'Check-in',
    shift: 'Check-in',
  },
  chooseLead: 'Für welche Schicht checkst du Personen ein?',
  chooseKept: 'Das sind die Schichten, die du auf diesem Gerät schon geöffnet hast.',
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
  noDigitsOffline:
    'Sechsstellige Codes funktionieren nur online. Scanne den QR-Code oder suche nach dem Namen.',
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
  kept: 'Diese Liste ist von {time}. Deine Änderungen werden übertragen, sobald du wieder online bist.',
  done: {
    checkin: '{name} ist eingecheckt.',
    checkout: '{name} ist ausgecheckt.',
  },
  already: {
    checkin: '{name} war schon eingecheckt.',
    checkout: '{name} war schon ausgecheckt.',
  },
  mode: {
    label: 'Was beim Scannen passiert',
    checkin: 'Scan: einchecken',
    checkout: 'Scan: auschecken',
  },
  queue: {
    label: 'Übertragung',
    allSent: '{count, plural, =0 {Du bist online. Alles ist aktuell.} other {Alles ist übertragen.}}',
    offline: 'Du bist offline. Check-ins werden auf diesem Gerät gespeichert.',
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
    failed: 'Bei uns ist etwas schiefgelaufen. Versuche es noch einmal.',
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
