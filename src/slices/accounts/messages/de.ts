import type { Translation } from '#platform/language/index.ts';
import type en from './en.ts';

export default {
  errors: {
    session_ended: { cause: 'Deine Sitzung ist beendet.', fix: 'Logge dich noch einmal ein.' },
    other_site: {
      cause: 'Diese Anfrage kommt von einer anderen Website.',
      fix: 'Logge dich auf dieser Seite ein.',
    },
    email_taken: {
      cause: 'Mit dieser E-Mail-Adresse gibt es bereits ein Konto.',
      fix: 'Logge dich ein oder setze dein Passwort zurück.',
    },
    password_too_short: {
      cause: 'Dieses Passwort ist zu kurz.',
      fix: 'Verwende mindestens {limit, plural, other {# Zeichen}}.',
    },
    password_too_long: {
      cause: 'Dieses Passwort ist zu lang.',
      fix: 'Verwende höchstens {limit, plural, other {# Zeichen}}.',
    },
    password_is_email: {
      cause: 'Deine E-Mail-Adresse kann nicht dein Passwort sein.',
      fix: 'Wähle ein anderes.',
    },
    password_is_name: { cause: 'Dein Name kann nicht dein Passwort sein.', fix: 'Wähle ein anderes.' },
    wrong_password: {
      cause: 'Dieses Passwort ist falsch.',
      fix: 'Versuche es noch einmal oder setze dein Passwort zurück.',
    },
    too_many_attempts: {
      cause: 'Zu viele Fehlversuche.',
      fix: 'Warte {wait} oder setze dein Passwort zurück.',
    },
    too_many_links: {
      cause: 'Wir haben dir schon mehrere Links geschickt.',
      fix: 'Sieh in deinem Posteingang und im Spam-Ordner nach.',
    },
    setup_link_invalid: {
      cause: 'Dieser Einrichtungslink ist falsch oder wurde schon verwendet.',
      fix: 'Kopiere ihn noch einmal aus dem Terminal, oder logge dich ein, wenn du ein Konto hast.',
    },
    born_in_future: { cause: 'Das Geburtsdatum darf nicht in der Zukunft liegen.' },
    born_too_early: { cause: 'Das Geburtsdatum darf nicht vor {year} liegen.' },
  },
  answers: {
    loggedOut: 'Du bist ausgeloggt.',
    loggedOutElsewhere:
      '{count, plural, =0 {Du bist sonst nirgends eingeloggt.} one {Auf einem anderen Gerät ausgeloggt.} other {Auf # anderen Geräten ausgeloggt.}}',
    resetRequested: 'Wenn es mit dieser E-Mail-Adresse ein Konto gibt, haben wir dir einen Link geschickt.',
    passwordReset: 'Passwort geändert. Logge dich mit deinem neuen Passwort ein.',
    passwordChanged: 'Passwort geändert. Auf allen anderen Geräten bist du jetzt ausgeloggt.',
    emailVerified: 'E-Mail-Adresse bestätigt.',
    emailAlreadyVerified: 'Deine E-Mail-Adresse ist schon bestätigt.',
    verificationSent: 'Wir haben dir einen neuen Link geschickt.',
  },
  mail: {
    passwordReset: {
      subject: 'Passwort zurücksetzen',
      lead: 'Für dein Muster-Konto wurde ein neues Passwort angefordert.',
      expiry: 'Der Link ist {life} lang gültig und funktioniert nur einmal.',
      action: 'Neues Passwort wählen',
      footer: 'Wenn du das nicht warst, kannst du diese E-Mail ignorieren. Dein Passwort bleibt, wie es ist.',
    },
    verification: {
      subject: 'Bestätige deine E-Mail-Adresse',
      greeting: 'Willkommen bei Muster, {name}!',
      lead: 'Bitte bestätige, dass diese E-Mail-Adresse dir gehört.',
      expiry: 'Der Link ist {life} lang gültig.',
      action: 'E-Mail-Adresse bestätigen',
      footer: 'Wenn du kein Konto erstellt hast, kannst du diese E-Mail ignorieren.',
    },
  },
} satisfies Translation<typeof en>;
