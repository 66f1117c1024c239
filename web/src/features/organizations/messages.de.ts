import type { Translation } from '../../messages/translation.ts';
import type en from './messages.en.ts';

export default {
  join: {
    visitor:
      '{organization} nimmt neue Mitglieder nur auf Einladung oder Anfrage auf. Erstelle ein Konto und frag an. Nach der Zusage kannst du dich in diese Schicht eintragen.',
    create: 'Konto erstellen und anfragen',
    logIn: 'Einloggen',
    person:
      '{organization} nimmt neue Mitglieder nur auf Einladung oder Anfrage auf. Frag an, die Antwort kommt per E-Mail.',
    declined: '{organization} hat deine letzte Anfrage abgelehnt.',
    message: 'Nachricht (optional)',
    messageHint: 'Wer bist du, und was möchtest du machen?',
    ask: 'Mitmachen anfragen',
    askAgain: 'Noch einmal anfragen',
    sent: 'Anfrage gesendet. Die Antwort kommt per E-Mail.',
    asked: 'Du hast am {day} angefragt',
    askedText: '{organization} antwortet dir per E-Mail. Danach kannst du dich eintragen.',
    withdraw: 'Anfrage zurückziehen',
  },
  invitation: {
    noTokenTitle: 'Der Link hat nicht funktioniert',
    noToken: 'Der Link ist unvollständig. Öffne ihn noch einmal aus der Mail, oder fordere einen neuen an.',
    title: 'Du bist eingeladen',
    lead: 'Nimm die Einladung an, um zur Organisation zu gehören.',
    accept: 'Einladung annehmen',
    logInFirst: 'Ich habe ein Konto',
    signUpFirst: 'Ich bin neu hier',
    doneTitle: 'Willkommen',
    doneText: 'Du gehörst jetzt zur Organisation.',
  },
} as const satisfies Translation<typeof en>;
