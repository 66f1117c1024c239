import type en from '../en/welcome.ts';
import type { Translation } from '../index.ts';

export default {
  logIn: {
    title: 'Anmelden',
    lead: 'Schön, dass du wieder da bist.',
    forgot: 'Passwort vergessen?',
    new: 'Neu hier?',
  },
  signUp: {
    title: 'Konto anlegen',
    lead: 'Das dauert eine Minute. Dann kannst du Schichten übernehmen, deine Stunden sehen und Abzeichen sammeln.',
    invited: 'Du bist eingeladen: Mit diesem Konto gehörst du zur Organisation.',
    name: 'Dein Name',
    nameHint: 'So, wie die Koordination und die anderen dich nennen sollen.',
    password: 'Passwort',
    passwordHint: 'Mindestens 8 Zeichen. Ein kurzer Satz ist ein guter.',
    submit: 'Konto anlegen',
    known: 'Schon ein Konto?',
    organization: 'Name deiner Organisation',
    organizationHint: 'Nur, wenn du eine neue Organisation gründen willst.',
    noOwner:
      'Diese Installation hat noch keine Inhaberin oder keinen Inhaber. Wenn du sie betreibst, nutze den Einrichtungslink aus dem Terminal.',
    setUpTitle: 'Muster einrichten',
    setUpLead: 'Erstelle dein Konto und deine Organisation. Diese Installation gehört dann dir.',
    setUpOrganizationHint: 'Du kannst den Namen später ändern.',
    more: 'Neue Organisation gründen',
  },
  forgot: {
    title: 'Passwort zurücksetzen',
    lead: 'Wir schicken dir einen Link, mit dem du ein neues wählen kannst.',
    submit: 'Link schicken',
    sentTitle: 'Schau in dein Postfach',
    sentText: 'Wenn die Adresse ein Konto hat, ist ein Link unterwegs. Er gilt 30 Minuten.',
  },
  reset: {
    title: 'Neues Passwort wählen',
    lead: 'Alle anderen Sitzungen enden.',
    password: 'Neues Passwort',
    submit: 'Passwort setzen',
    doneTitle: 'Dein Passwort ist geändert',
    doneText: 'Melde dich mit dem neuen an.',
    noToken: 'Der Link ist unvollständig. Öffne ihn noch einmal aus der Mail, oder fordere einen neuen an.',
  },
  verify: {
    title: 'E-Mail-Adresse bestätigen',
    waiting: 'Einen Moment, wir prüfen den Link.',
    doneTitle: 'Danke, deine Adresse ist bestätigt',
    doneText: 'Alles zu deinen Schichten erreicht dich dort.',
    failedTitle: 'Der Link hat nicht funktioniert',
    failedText:
      'Vielleicht wurde er schon benutzt oder ist zu alt. Einen neuen bekommst du in deinem Profil.',
    toProfile: 'Zu meinem Profil',
  },
  invitation: {
    title: 'Du bist eingeladen',
    lead: 'Nimm die Einladung an, um zur Organisation zu gehören.',
    accept: 'Einladung annehmen',
    logInFirst: 'Ich habe ein Konto',
    signUpFirst: 'Ich bin neu hier',
    doneTitle: 'Willkommen',
    doneText: 'Du gehörst jetzt zur Organisation.',
  },
} as const satisfies Translation<typeof en>;
