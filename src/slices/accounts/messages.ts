import { inLanguage, plural } from '#kernel/language.ts';

const hours = (count: number) => `${count} ${plural('en', count, { one: 'hour', other: 'hours' })}`;
const stunden = (count: number) => `${count} ${plural('de', count, { one: 'Stunde', other: 'Stunden' })}`;

const en = {
  passwordReset: {
    subject: 'Reset your password',
    greeting: (name: string) => `Hello ${name},`,
    lead: 'Somebody, probably you, asked to reset your Muster password.',
    once: ({ minutes }: { minutes: number }) => `The link works once, for ${minutes} minutes.`,
    action: 'Choose a new password',
    footer: 'If it was not you, ignore this message: nothing has changed.',
  },
  verification: {
    subject: 'Please confirm your e-mail address',
    greeting: (name: string) => `Welcome to Muster, ${name}!`,
    lead: 'Please confirm that this is your e-mail address.',
    once: (life: { hours: number }) => `The link works for ${hours(life.hours)}.`,
    action: 'Confirm my address',
    footer: 'If you did not sign up, ignore this message.',
  },
};

const de: typeof en = {
  passwordReset: {
    subject: 'Neues Passwort wählen',
    greeting: (name) => `Hallo ${name},`,
    lead: 'Jemand, vermutlich du, möchte dein Muster-Passwort zurücksetzen.',
    once: ({ minutes }) => `Der Link gilt einmal, ${minutes} Minuten lang.`,
    action: 'Neues Passwort wählen',
    footer: 'Wenn du das nicht warst, beachte diese Nachricht nicht weiter: es hat sich nichts geändert.',
  },
  verification: {
    subject: 'Bitte bestätige deine E-Mail-Adresse',
    greeting: (name) => `Willkommen bei Muster, ${name}!`,
    lead: 'Bitte bestätige, dass dies deine E-Mail-Adresse ist.',
    once: (life) => `Der Link gilt ${stunden(life.hours)} lang.`,
    action: 'Adresse bestätigen',
    footer: 'Wenn du dich nicht angemeldet hast, beachte diese Nachricht nicht weiter.',
  },
};

/** The texts of this slice for people. */
export const textsIn = (language: string) => inLanguage({ en, de }, language);
