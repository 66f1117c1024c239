import type { Translation } from '#platform/language/index.ts';
import type en from './en.ts';

export default {
  errors: {
    only_yourself: {
      cause: 'Du kannst nur dich selbst ein- und auschecken.',
      fix: 'Andere können nur die Koordination und Personen mit dem Zugriff „Check-in“ ein- und auschecken.',
    },
    shift_cancelled: { cause: 'Diese Schicht wurde abgesagt.' },
    checkin_window: {
      cause: 'Einchecken kannst du in dieser Zeit: {span}.',
      fix: 'Frag sonst am Check-in.',
    },
    not_signed_up: {
      cause: 'Du bist für diese Schicht nicht eingetragen.',
      fix: 'Trag dich zuerst ein oder bitte die Koordination darum.',
      other: {
        cause: '{name} ist für diese Schicht nicht eingetragen.',
        fix: 'Die Koordination kann die Person hinzufügen.',
      },
    },
    not_confirmed: {
      cause:
        '{status, select, waitlisted {Du stehst für diese Schicht auf der Warteliste.} offered {Du hast deinen Platz in dieser Schicht noch nicht angenommen.} other {Dein Platz in dieser Schicht ist noch nicht bestätigt.}}',
      fix: '{status, select, offered {Nimm zuerst das Angebot an.} waitlisted {Frag die Koordination, ob es einen Platz für dich gibt.} other {Bitte die Koordination um die Bestätigung.}}',
      other: {
        cause:
          '{status, select, waitlisted {{name} steht für diese Schicht auf der Warteliste.} offered {{name} hat den Platz in dieser Schicht noch nicht angenommen.} other {Der Platz von {name} in dieser Schicht ist noch nicht bestätigt.}}',
        fix: 'Bestätige zuerst die Eintragung oder vergib einen Platz.',
      },
    },
    signup_cancelled: {
      cause: 'Du bist nicht mehr für diese Schicht eingetragen.',
      other: { cause: '{name} ist nicht mehr für diese Schicht eingetragen.' },
    },
    needs_approval: {
      cause: 'Plätze in dieser Schicht müssen bestätigt werden.',
      fix: 'Trag die Person zuerst ein und bestätige den Platz.',
      other: {
        cause: 'Plätze in dieser Schicht müssen bestätigt werden.',
        fix: 'Trag {name} zuerst ein und bestätige den Platz.',
      },
    },
    shift_full: {
      cause: 'Diese Schicht ist voll.',
      fix: 'Mach eine Ausnahme, um noch eine Person einzuchecken.',
    },
    not_checked_in: {
      cause: 'Du bist in dieser Schicht nicht eingecheckt.',
      fix: 'Checke zuerst ein.',
      other: {
        cause: '{name} ist in dieser Schicht nicht eingecheckt.',
        fix: 'Checke die Person zuerst ein.',
      },
    },
    expired: {
      cause: 'Dieser Code ist abgelaufen.',
      fix: 'Öffne den aktuellen Code und scanne ihn.',
    },
    invalid: {
      cause: 'Das ist kein Check-in-Code.',
      fix: 'Scanne den Code in der App oder auf dem Plakat.',
    },
    wrong_digits: {
      cause: 'Dieser Code ist falsch oder abgelaufen.',
      fix: 'Bitte die Person, den Code vorzulesen, den sie jetzt sieht.',
    },
    too_many_wrong_codes: {
      cause: 'Das waren zu viele falsche Codes.',
      fix: 'Scanne den QR-Code oder such nach dem Namen.',
    },
    other_person: {
      cause: 'Dieser Code gehört einer anderen Person.',
      fix: 'Scanne den Code der ausgewählten Person.',
    },
    other_shift: {
      cause: 'Das ist das Plakat einer anderen Schicht.',
      fix: 'Scanne das Plakat dieser Schicht.',
    },
    poster: {
      cause: 'Freiwillige scannen das Plakat selbst.',
      fix: 'Scanne den Code einer Person.',
    },
    person_or_code: { cause: 'Wähle eine Person aus oder scanne einen Code.' },
    max_bytes: {
      cause: 'Die zusätzlichen Daten sind zu groß.',
      fix: 'Sende höchstens {limit, number} Bytes.',
    },
    scan_in_future: {
      cause: 'Die Zeit dieses Scans liegt in der Zukunft.',
      fix: 'Prüfe die Uhr des Geräts.',
    },
    too_old: {
      cause: 'Dieser Scan ist älter als {days, plural, one {# Tag} other {# Tage}}.',
      fix: 'Korrigiere stattdessen die Anwesenheit.',
    },
    not_attended: {
      cause:
        '{status, select, no_show {Bei Nichterscheinen kann keine Zeit eingetragen werden.} other {Vor dem Einchecken kann keine Zeit eingetragen werden.}}',
      fix: 'Lass sie weg oder wähle einen anderen Status.',
    },
    not_checked_out: {
      cause: 'Die Zeit kann erst nach dem Auschecken eingetragen werden.',
      fix: 'Gib auch an, wann die Person gegangen ist.',
    },
    still_there: {
      cause: 'Wer noch da ist, hat nicht ausgecheckt.',
      fix: 'Lass den Zeitpunkt weg oder wähle einen anderen Status.',
    },
    future: {
      cause: 'Dieser Zeitpunkt liegt in der Zukunft.',
      fix: 'Gib einen vergangenen Zeitpunkt an.',
    },
    far_from_shift: {
      cause:
        'Dieser Zeitpunkt ist mehr als {days, plural, one {# Tag} other {# Tage}} von der Schicht entfernt.',
      fix: 'Prüfe das Datum und die Uhr des Geräts, das gescannt hat.',
    },
    before_checkin: { cause: 'Das Auschecken kann nicht vor dem Einchecken liegen.' },
    too_long: {
      cause:
        'Zwischen Einchecken und Auschecken {days, plural, one {darf höchstens # Tag} other {dürfen höchstens # Tage}} liegen.',
    },
    span: {
      cause:
        'Der Zeitraum muss nach seinem Anfang enden und darf höchstens {days, plural, one {# Tag} other {# Tage}} lang sein.',
    },
  },
  person: 'diese Person',
  answers: {
    checked_in: {
      own: 'Du bist eingecheckt.',
      other: '{name} ist eingecheckt.',
    },
    checked_in_already: {
      own: 'Du bist schon eingecheckt.',
      other: '{name} ist schon eingecheckt.',
    },
    checked_out: {
      own: 'Du bist ausgecheckt.',
      other: '{name} ist ausgecheckt.',
    },
    checked_out_already: {
      own: 'Du bist schon ausgecheckt.',
      other: '{name} ist schon ausgecheckt.',
    },
    corrected: 'Anwesenheit korrigiert.',
    verified:
      '{count, plural, =0 {Es gab nichts zu bestätigen.} one {# Eintrag bestätigt.} other {# Einträge bestätigt.}}',
  },
  /** Column titles and words of the exported roster. */
  roster: {
    name: 'Name',
    role: 'Rolle',
    status: 'Status',
    email: 'E-Mail',
    phone: 'Telefon',
    attendance: 'Anwesenheit',
    checked_in: 'Eingecheckt',
    checked_out: 'Ausgecheckt',
    minutes: 'Minuten',
    statuses: {
      active: 'Bestätigt',
      pending_approval: 'Wartet auf Bestätigung',
      waitlisted: 'Auf der Warteliste',
      offered: 'Platz angeboten',
      cancelled: 'Abgesagt',
    },
    attended: {
      expected: 'Erwartet',
      checked_in: 'Eingecheckt',
      checked_out: 'Ausgecheckt',
      no_show: 'Nicht erschienen',
    },
  },
  events: {
    shift: {
      checkin: 'Jemand hat bei einer Schicht eingecheckt.',
      checkout: 'Jemand hat ausgecheckt. Die Daten enthalten die geleisteten Minuten.',
      no_show: 'Jemand ist nicht zur Schicht erschienen.',
      attendance_corrected:
        'Die Koordination hat die Zeiten oder Minuten einer Person korrigiert oder ihre Anwesenheit zurückgenommen. Die Daten enthalten, was jetzt gilt.',
      hours_verified: 'Die Koordination hat die Stunden einer Person bei einer Schicht bestätigt.',
    },
  },
} satisfies Translation<typeof en>;
