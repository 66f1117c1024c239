import type en from '../en/set-up.ts';
import type { Translation } from '../index.ts';

export default {
  title: 'Richte deine Organisation ein',
  lead: '{done, number} von {all, number} Schritten sind erledigt.',
  dismiss: 'Ausblenden',
  done: '(erledigt)',
  open: '(offen)',
  step: {
    about: 'Name und Zeitzone prüfen: {name}, {zone}',
    program: 'Programm erstellen',
    shift: 'Erste Schicht veröffentlichen',
    share: 'Schicht teilen, damit andere sie finden',
    joining: 'Festlegen, wer mitmachen kann',
    invite: 'Personen einladen',
    mail: 'Mailserver verbinden und Test-E-Mail senden',
  },
} as const satisfies Translation<typeof en>;
