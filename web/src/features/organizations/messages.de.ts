import type { Translation } from '../../messages/translation.ts';
import type en from './messages.en.ts';

export default {
  join: {
    visitor:
      '{organization} nimmt neue Mitglieder nur auf Einladung oder Anfrage auf. Erstelle ein Konto und frag an. Nach der Zusage kannst du dich für diese Schicht eintragen.',
    create: 'Konto erstellen und anfragen',
    logIn: 'Einloggen',
    person:
      '{organization} nimmt neue Mitglieder nur auf Einladung oder Anfrage auf. Frag an, die Antwort kommt per E-Mail.',
    declined: '{organization} hat deine letzte Anfrage abgelehnt.',
    declinedBecause: '{organization} hat deine letzte Anfrage abgelehnt: „{reason}“',
    message: 'Nachricht (optional)',
    messageHint: 'Wer bist du, und wie möchtest du helfen?',
    ask: 'Beitritt anfragen',
    askAgain: 'Noch einmal anfragen',
    sent: 'Anfrage gesendet. Die Antwort kommt per E-Mail.',
    asked: 'Du hast am {day} angefragt',
    askedText: 'Sobald {organization} antwortet, bekommst du eine E-Mail. Danach kannst du dich eintragen.',
    withdraw: 'Anfrage zurückziehen',
  },
  mine: {
    title: 'Meine Organisationen',
    leave: 'Verlassen',
    leaveOf: '{organization} verlassen',
    leaveTitle: '{organization} verlassen?',
    leaveText:
      'Deine Plätze in kommenden Schichten dort werden abgesagt und gehen an die Warteliste. Deine Stunden und Antworten bleiben erhalten.',
    leaveAccess:
      'Einladungen und API-Schlüssel, die du erstellt hast, funktionieren erst wieder, wenn jemand mit Adminzugriff sie übernimmt.',
    left: 'Du bist kein Mitglied von {organization} mehr.',
  },
  create: {
    title: 'Neue Organisation erstellen',
    name: 'Name der Organisation',
    nameHint: 'Sie gehört dann dir. Den Namen kannst du später ändern.',
    submit: 'Organisation erstellen',
  },
  invitation: {
    noTokenTitle: 'Dieser Link funktioniert nicht',
    noToken: 'Der Link ist unvollständig. Öffne ihn noch einmal aus der E-Mail oder bitte um einen neuen.',
    title: 'Du bist eingeladen',
    lead: 'Nimm die Einladung an, um der Organisation beizutreten.',
    accept: 'Einladung annehmen',
    logInFirst: 'Ich habe ein Konto',
    signUpFirst: 'Ich bin neu hier',
    doneTitle: 'Willkommen!',
    doneText: 'Du bist jetzt Mitglied der Organisation.',
  },
} as const satisfies Translation<typeof en>;
