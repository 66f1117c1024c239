import type { Translation } from '../../messages/translation.ts';
import type en from './messages.en.ts';

export default {
  title: {
    fill: 'Formular',
    mine: 'Meine Formulare',
  },
  fields: {
    choose: 'Auswählen …',
    yes: 'Ja',
    no: 'Nein',
    tagsHint: 'Drücke nach jedem Eintrag die Eingabetaste.',
    add: 'Eintrag hinzufügen',
    remove: 'Eintrag {number, number} entfernen',
    item: 'Eintrag {number, number}',
    fillIn: 'Ausfüllen',
    others: 'Weitere Antworten',
    othersHint: 'Als JSON-Objekt mit einem Namen für jede Antwort.',
    jsonHint: 'Text, eine Zahl oder JSON.',
    unanswered: 'nicht beantwortet',
    fault: {
      required: 'Bitte ausfüllen.',
      const: 'Bitte stimme zu.',
      type: 'Bitte prüfe deine Antwort.',
      enum: 'Bitte wähle eine der Optionen.',
      pattern: 'Bitte prüfe das Format.',
      min_length: 'Bitte gib mindestens {limit, number} Zeichen ein.',
      max_length: 'Bitte gib höchstens {limit, number} Zeichen ein.',
      minimum: 'Bitte gib mindestens {limit, number} ein.',
      maximum: 'Bitte gib höchstens {limit, number} ein.',
      min_items:
        '{limit, plural, one {Bitte gib mindestens # Eintrag an.} other {Bitte gib mindestens # Einträge an.}}',
      max_items:
        '{limit, plural, one {Bitte gib höchstens # Eintrag an.} other {Bitte gib höchstens # Einträge an.}}',
      unique_items: 'Jeder Eintrag darf nur einmal vorkommen.',
      date: 'Bitte gib ein Datum ein.',
      time: 'Bitte gib eine Uhrzeit ein.',
      email: 'Bitte gib eine gültige E-Mail-Adresse ein.',
      uri: 'Bitte gib eine Webadresse ein, die mit https:// beginnt.',
      json: 'Das ist noch kein gültiges JSON.',
      format: 'Bitte prüfe das Format.',
    },
  },
  fill: {
    submit: 'Absenden',
    submitAgain: 'Noch einmal absenden',
    check: '{count, plural, one {Bitte prüfe # Antwort} other {Bitte prüfe # Antworten}}',
    emptyTitle: 'Noch nichts beantwortet',
    emptyText: 'Beantworte mindestens eine Frage, bevor du das Formular absendest.',
    checkText: 'Die Stellen sind unten markiert. Deine anderen Antworten sind noch da.',
    consent:
      'Zusammen mit deinen Antworten speichern wir die Zeit, die Version des Formulars und deine IP-Adresse.',
    sent: 'Danke, deine Antwort ist angekommen.',
    sentBefore:
      'Du hast dieses Formular am {date} abgesendet. Du kannst deine Antworten ändern und es noch einmal absenden.',
    newVersion:
      'Seit du dieses Formular am {date} abgesendet hast, gibt es eine neue Version. Bitte prüfe deine Antworten und sende es noch einmal ab.',
    sentOnce: 'Du hast dieses Formular am {date} abgesendet. Das sind deine Antworten:',
    closed: 'Dieses Formular ist gerade nicht geöffnet.',
    private: 'Deine Antworten bleiben auf dieser Seite, bis du sie absendest.',
    back: 'Zurück',
    doneTitle: 'Erledigt',
    toMine: 'Meine Formulare',
  },
  mine: {
    lead: 'Offene Formulare und deine Antworten.',
    open: 'Auszufüllen',
    openNone: 'Gerade gibt es nichts auszufüllen.',
    sent: 'Abgesendet',
    sentNone: 'Du hast noch kein Formular abgesendet.',
    sentOn: 'Abgesendet am {date}',
    fill: 'Ausfüllen',
    see: 'Ansehen',
    fillOf: '{form} ausfüllen',
    seeOf: '{form} ansehen',
  },
} as const satisfies Translation<typeof en>;
