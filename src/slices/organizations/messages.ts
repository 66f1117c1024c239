import { inLanguage, plural } from '#kernel/language.ts';

const en = {
  invitation: {
    subject: (organization: string) => `${organization} invites you`,
    greeting: 'Hello,',
    lead: (organization: string) => `${organization} would like you to join on Muster.`,
    once: (days: number) =>
      `The link works once, for ${days} ${plural('en', days, { one: 'day', other: 'days' })}.`,
    accept: 'Accept the invitation',
    footer: 'If you do not know what this is about, ignore this message.',
  },
  /** To admins, about a person who asks to join. */
  joinRequest: {
    subject: (name: string, organization: string) => `${name} would like to join ${organization}`,
    lead: (name: string, organization: string) => `${name} has asked to join ${organization}.`,
    remedy: 'Approve or decline the request. We’ll email them your answer.',
    email: 'Email',
    message: 'Message',
    action: 'Review the request',
    footer: (organization: string) => `You get this because you are an admin of ${organization}.`,
  },
  /** To the person who asked. */
  joinAnswer: {
    approved: {
      subject: (organization: string) => `You are now a member of ${organization}`,
      lead: (organization: string) => `Welcome to ${organization}! You can sign up for shifts now.`,
      action: 'Find a shift',
    },
    declined: {
      subject: (organization: string) => `Your request to join ${organization}`,
      lead: (organization: string) => `${organization} has declined your request to join.`,
      action: 'See other shifts',
    },
    reasonLabel: 'Reason',
    footer: (organization: string) => `You get this because you asked to join ${organization}.`,
  },
  accessSuspended: {
    subject: (organization: string) => `Review access to ${organization}`,
    lead: (name: string | null, organization: string) =>
      name === null
        ? `A former admin of ${organization} has deleted their account. What they created to let others in has stopped working.`
        : `${name} can no longer manage access to ${organization}. What they created to let others in has stopped working.`,
    remedy:
      'Take over what you still need within 30 days. An API key gets a new secret, and an invitation gets a new link. The rest ends.',
    apiKey: 'API key',
    invitation: 'Invitation',
    link: 'Link for anyone',
    action: 'Review access',
    footer: (organization: string) => `You get this because you help at ${organization}.`,
  },
};

const de: typeof en = {
  invitation: {
    subject: (organization) => `${organization} lädt dich ein`,
    greeting: 'Hallo,',
    lead: (organization) => `${organization} möchte dich bei Muster dabeihaben.`,
    once: (days) =>
      `Der Link gilt einmal, ${days} ${plural('de', days, { one: 'Tag', other: 'Tage' })} lang.`,
    accept: 'Einladung annehmen',
    footer: 'Wenn du nicht weißt, worum es geht, beachte diese Nachricht nicht weiter.',
  },
  joinRequest: {
    subject: (name, organization) => `${name} möchte bei ${organization} mitmachen`,
    lead: (name, organization) => `${name} möchte Mitglied bei ${organization} werden.`,
    remedy: 'Nimm die Anfrage an oder lehne sie ab. Deine Antwort schicken wir per E-Mail.',
    email: 'E-Mail',
    message: 'Nachricht',
    action: 'Anfrage ansehen',
    footer: (organization) => `Du bekommst diese Nachricht, weil du ${organization} verwaltest.`,
  },
  joinAnswer: {
    approved: {
      subject: (organization) => `Du bist jetzt Mitglied bei ${organization}`,
      lead: (organization) => `Willkommen bei ${organization}! Du kannst dich jetzt in Schichten eintragen.`,
      action: 'Schicht finden',
    },
    declined: {
      subject: (organization) => `Deine Anfrage an ${organization}`,
      lead: (organization) => `${organization} hat deine Anfrage abgelehnt.`,
      action: 'Andere Schichten ansehen',
    },
    reasonLabel: 'Grund',
    footer: (organization) => `Du bekommst diese Nachricht, weil du bei ${organization} mitmachen wolltest.`,
  },
  accessSuspended: {
    subject: (organization) => `Zugänge zu ${organization} prüfen`,
    lead: (name, organization) =>
      name === null
        ? `Eine Person mit Adminrechten bei ${organization} hat ihr Konto gelöscht. Die Zugänge, die sie für andere angelegt hat, funktionieren nicht mehr.`
        : `${name} darf die Zugänge zu ${organization} nicht mehr verwalten. Die Zugänge, die ${name} für andere angelegt hat, funktionieren nicht mehr.`,
    remedy:
      'Übernimm innerhalb von 30 Tagen, was ihr noch braucht. Ein API-Schlüssel bekommt ein neues Geheimnis, eine Einladung einen neuen Link. Alles andere endet.',
    apiKey: 'API-Schlüssel',
    invitation: 'Einladung',
    link: 'Link für alle',
    action: 'Zugänge prüfen',
    footer: (organization) => `Du bekommst diese Nachricht, weil du bei ${organization} hilfst.`,
  },
};

/** The texts of this slice for people. */
export const textsIn = (language: string) => inLanguage({ en, de }, language);
