import type en from '../en/forms.ts';
import type { Translation } from '../index.ts';

export default {
  title: {
    fill: 'Formular',
  },
  fields: {
    choose: 'Bitte wählen',
    yes: 'Ja',
    no: 'Nein',
    tagsHint: 'Nach jedem Eintrag die Eingabetaste drücken.',
    add: 'Noch einen hinzufügen',
    remove: 'Nummer {number, number} entfernen',
    item: 'Nummer {number, number}',
    unanswered: 'nicht beantwortet',
    fault: {
      required: 'Bitte ausfüllen.',
      const: 'Hier braucht es deine Zustimmung.',
      type: 'Das hat nicht die erwartete Form.',
      enum: 'Bitte eine der Möglichkeiten wählen.',
      pattern: 'Das hat nicht die erwartete Form.',
      min_length: 'Bitte mindestens {limit, plural, one {# Zeichen} other {# Zeichen}}.',
      max_length: 'Bitte höchstens {limit, plural, one {# Zeichen} other {# Zeichen}}.',
      minimum: 'Bitte mindestens {limit, number}.',
      maximum: 'Bitte höchstens {limit, number}.',
      min_items: 'Bitte mindestens {limit, plural, one {# Eintrag} other {# Einträge}}.',
      max_items: 'Bitte höchstens {limit, plural, one {# Eintrag} other {# Einträge}}.',
      unique_items: 'Jeder Eintrag darf nur einmal vorkommen.',
      date: 'Bitte ein Datum eingeben.',
      time: 'Bitte eine Uhrzeit eingeben.',
      email: 'Bitte eine E-Mail-Adresse eingeben.',
      uri: 'Bitte eine Adresse eingeben, die mit https:// beginnt.',
      format: 'Das hat nicht die erwartete Form.',
    },
  },
  fill: {
    submit: 'Absenden',
    submitAgain: 'Noch einmal absenden',
    check:
      '{count, plural, one {Eine Antwort braucht noch einen Blick} other {# Antworten brauchen noch einen Blick}}',
    emptyTitle: 'Noch nichts beantwortet',
    emptyText: 'Beantworte mindestens eine Frage, bevor du das Formular abschickst.',
    checkText: 'Die Stellen sind unten markiert. Was du eingegeben hast, ist noch da.',
    consent: 'Mit deinen Antworten speichern wir Zeit, Fassung des Formulars und deine Netzwerkadresse.',
    sent: 'Danke, deine Antworten sind angekommen.',
    sentBefore:
      'Du hast dieses Formular am {date} abgeschickt. Du kannst die Antworten ändern und noch einmal senden.',
    sentOnce: 'Du hast dieses Formular am {date} abgeschickt. Das sind deine Antworten:',
    closed: 'Dieses Formular nimmt zurzeit keine Antworten an.',
    private: 'Was du eingibst, bleibt auf dieser Seite, bis du es absendest.',
    back: 'Weiter, wo du warst',
    doneTitle: 'Erledigt',
    toMine: 'Meine Formulare',
  },
} as const satisfies Translation<typeof en>;
