import type { Translation } from '#platform/language/index.ts';
import type en from './en.ts';

export default {
  errors: {
    shift_not_open: {
      cause: 'Anfragen gehen nur für veröffentlichte Schichten, die noch nicht begonnen haben.',
    },
    too_many_asks: {
      cause: 'Für diese Schicht wurde schon {limit, plural, one {#-mal} other {#-mal}} angefragt.',
      fix: 'Schreib stattdessen eine Nachricht oder ruf an.',
    },
    shift_full: {
      cause:
        '{spots, plural, one {Der einzige Platz dieser Schicht ist vergeben.} other {Alle # Plätze dieser Schicht sind vergeben.}}',
      fix: 'Frag wieder an, sobald ein Platz frei wird.',
    },
    people_required: {
      cause: 'Du hast niemanden ausgewählt.',
      fix: 'Wähle Personen aus oder frag alle, die die Schicht übernehmen können.',
    },
    unknown_role: {
      cause: 'Diese Rolle gibt es in der Schicht nicht.',
      fix: 'Wähle eine ihrer Rollen.',
    },
    expires_in_past: {
      cause: 'Die Antwortfrist ist schon vorbei.',
      fix: 'Wähle einen späteren Zeitpunkt.',
    },
    expires_too_late: {
      cause: 'Nach Beginn der Schicht kann niemand mehr antworten.',
      fix: 'Wähle einen früheren Zeitpunkt.',
    },
  },
  answers: {
    asked:
      '{count, plural, =0 {Es gibt niemanden mehr, den du fragen kannst.} one {# Person wurde gefragt.} other {# Personen wurden gefragt.}}',
    withdrawn:
      '{count, plural, =0 {Es waren keine Antworten offen.} one {# Person kann nicht mehr zusagen.} other {# Personen können nicht mehr zusagen.}}',
    accepted: 'Du bist für „{title}“ eingetragen. Danke!',
    pending:
      'Danke! Die Koordination muss deine Eintragung für „{title}“ noch bestätigen. Wir halten dir den Platz frei.',
    declined: 'Danke, dass du Bescheid sagst. Vielleicht beim nächsten Mal!',
    too_late: 'Andere waren schneller: „{title}“ ist jetzt voll. Danke, dass du helfen wolltest!',
    signed_up:
      'Du bist weiterhin für „{title}“ eingetragen. Wenn du doch nicht kannst, sag auf der Seite der Schicht oder mit dem Link in deiner Bestätigung ab.',
    closed: 'Diese Anfrage ist nicht mehr offen. Trotzdem danke!',
  },
  events: {
    shift: {
      asked: 'Die Koordination hat eine Person gefragt, ob sie eine Schicht übernimmt.',
      ask_answered:
        'Jemand hat für eine Schicht zu- oder abgesagt oder wollte zusagen, als sie schon voll war.',
      ask_withdrawn: 'Die Koordination hat eine Anfrage für eine Schicht zurückgezogen.',
    },
  },
} satisfies Translation<typeof en>;
