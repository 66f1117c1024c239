import { plural } from '../moments.ts';
import type { Catalogue } from './catalogue.ts';

const locale = 'de-DE';
const hours = (count: number) => `${count} ${plural(locale, count, { one: 'Stunde', other: 'Stunden' })}`;
const shifts = (count: number) => `${count} ${plural(locale, count, { one: 'Schicht', other: 'Schichten' })}`;
const need = (count: number) => plural(locale, count, { one: 'braucht', other: 'brauchen' });

export const de: Catalogue = {
  locale,
  greeting: (name) => `Hallo ${name},`,
  labels: {
    what: 'Was',
    when: 'Wann',
    yourTime: 'Nach deiner Uhr',
    where: 'Wo',
    role: 'Aufgabe',
    organization: 'Bei',
    reason: 'Grund',
    answerBy: 'Antwort bis',
    position: 'Dein Platz auf der Liste',
  },
  actions: {
    cantCome: 'Ich kann nicht kommen',
    openShift: 'Schicht ansehen',
    takeSeat: 'Platz annehmen',
    preferences: 'Benachrichtigungen einstellen',
    unsubscribe: 'Keine Nachrichten dieser Art mehr',
  },
  footer: (organization) => `Du bekommst diese Nachricht, weil du bei ${organization} hilfst.`,
  notices: {
    signup_confirmed: {
      name: 'Bestätigte Anmeldungen',
      subject: ({ title, day }) => `Du bist angemeldet: ${title}, ${day}`,
      lead: () => 'Du bist angemeldet. Danke! Die Schicht liegt für deinen Kalender bei.',
    },
    signup_pending: {
      name: 'Anmeldungen, die auf Freigabe warten',
      subject: ({ title, day }) => `Wartet auf Freigabe: ${title}, ${day}`,
      lead: () =>
        'Deine Anmeldung ist da. Ein Platz ist für dich frei gehalten, bis die Leitung sie angesehen hat.',
    },
    waitlisted: {
      name: 'Wartelisten',
      subject: ({ title, day }) => `Du stehst auf der Warteliste: ${title}, ${day}`,
      lead: () =>
        'Die Schicht ist im Moment voll. Du stehst auf der Warteliste; wir schreiben dir, sobald ein Platz frei ist.',
    },
    offered: {
      name: 'Angebotene Plätze',
      subject: ({ title, day }) => `Ein Platz ist frei für dich: ${title}, ${day}`,
      lead: () =>
        'Ein Platz ist frei geworden und gehört dir, wenn du willst. Nach der Zeit unten geht er an die nächste Person.',
    },
    promoted: {
      name: 'Plätze von der Warteliste',
      subject: ({ title, day }) => `Du hast einen Platz: ${title}, ${day}`,
      lead: () => 'Ein Platz ist frei geworden und gehört dir: du bist von der Warteliste nachgerückt.',
    },
    approved: {
      name: 'Freigaben',
      subject: ({ title, day }) => `Freigegeben: ${title}, ${day}`,
      lead: () => 'Deine Anmeldung ist freigegeben. Wir freuen uns auf dich.',
    },
    rejected: {
      name: 'Abgelehnte Anmeldungen',
      subject: ({ title, day }) => `Diesmal nicht: ${title}, ${day}`,
      lead: () => 'Deine Anmeldung wurde diesmal nicht freigegeben. Danke, dass du helfen wolltest.',
    },
    signup_cancelled: {
      name: 'Beendete Anmeldungen',
      subject: ({ title, day }) => `Du bist nicht mehr angemeldet: ${title}, ${day}`,
      lead: () => 'Deine Anmeldung für diese Schicht ist beendet. Du brauchst nicht zu kommen.',
    },
    shift_cancelled: {
      name: 'Abgesagte Schichten',
      subject: ({ title, day }) => `Abgesagt: ${title}, ${day}`,
      lead: () => 'Diese Schicht findet nicht statt. Du brauchst nicht zu kommen.',
    },
    shift_changed: {
      name: 'Geänderte Schichten',
      subject: ({ title, day }) => `Geändert: ${title}, ${day}`,
      lead: () => 'Zeit oder Ort deiner Schicht haben sich geändert. So steht es jetzt:',
    },
    reminder: {
      name: 'Erinnerungen',
      subject: ({ title, day }) => `Erinnerung: ${title}, ${day}`,
      lead: (shift) => `Deine Schicht beginnt in etwa ${hours(shift.hours)}. Bis dann!`,
    },
    understaffed: { name: 'Schichten, denen Leute fehlen' },
    shift_message: { name: 'Nachrichten der Leitung' },
    badge_awarded: { name: 'Abzeichen' },
    journey_reminder: { name: 'Erinnerungen an Etappen' },
    member_removed: { name: 'Ende einer Mitgliedschaft' },
  },
  ownCancellation: {
    subject: ({ title, day }) => `Du hast abgesagt: ${title}, ${day}`,
    lead: () =>
      'Du hast diese Schicht abgesagt und bist nicht mehr eingetragen. Danke, dass du Bescheid gesagt hast.',
  },
  reasons: {
    offerExpired: 'Das Angebot wurde nicht rechtzeitig angenommen, der Platz ging an die nächste Person.',
    tookAnotherSeat: 'Du hast einen Platz in einer anderen Schicht zur selben Zeit angenommen.',
  },
  digest: {
    subject: (count) => `Morgen ${need(count)} ${shifts(count)} noch Leute`,
    lead: (count, organization) => `Morgen ${need(count)} bei ${organization} noch ${shifts(count)} Leute:`,
    free: (free, capacity) =>
      `${free} von ${capacity} ${plural(locale, capacity, { one: 'Platz', other: 'Plätzen' })} frei`,
  },
  message: { lead: (sender) => `${sender} schreibt allen in deiner Schicht:` },
  honour: {
    subject: (badge) => `Du hast ein Abzeichen bekommen: ${badge}`,
    renewed: (badge) => `Dein Abzeichen ist verlängert: ${badge}`,
    lead: (badge, organization) =>
      `${organization} dankt dir mit dem Abzeichen „${badge}“. Es gehört dir, und du kannst es anderen zeigen.`,
    action: 'Meine Abzeichen ansehen',
  },
  invitation: {
    subject: (organization) => `${organization} lädt dich ein`,
    greeting: 'Hallo,',
    lead: (organization) => `${organization} möchte dich bei Muster dabeihaben.`,
    once: (days) =>
      `Der Link gilt einmal, ${days} ${plural(locale, days, { one: 'Tag', other: 'Tage' })} lang.`,
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
    footer: (organization) => `Du bekommst diese Nachricht, weil du bei ${organization} mitmachen wolltest.`,
  },
  testMail: {
    subject: 'Test-E-Mail von Muster',
    lead: (organization) =>
      `Die E-Mail funktioniert. ${organization} kann jetzt alle Freiwilligen erreichen.`,
    footer: 'Du bekommst diese Nachricht, weil du dir eine Test-E-Mail geschickt hast.',
  },
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
    once: (life) => `Der Link gilt ${hours(life.hours)} lang.`,
    action: 'Adresse bestätigen',
    footer: 'Wenn du dich nicht angemeldet hast, beachte diese Nachricht nicht weiter.',
  },
  stepReminder: {
    subject: (step) => `Noch offen: ${step}`,
    lead: (step, journey) => `„${step}“ ist dein nächster Schritt bei „${journey}“. Noch ist Zeit.`,
    due: 'Bis',
    action: 'Weitermachen',
  },
  webhookDeactivated: {
    subject: (endpoint) => `Webhook abgeschaltet: ${endpoint}`,
    gone: 'Der Empfänger dieses Webhooks hat geantwortet, dass es ihn nicht mehr gibt (410). Wir senden nichts mehr dorthin.',
    failing:
      'Dieser Webhook hat fünf Tage lang keine einzige Zustellung angenommen. Wir senden nichts mehr dorthin.',
    remedy:
      'Sobald der Empfänger wieder arbeitet, schalte den Webhook ein und hole nach, was er verpasst hat; Ereignisse bleiben 90 Tage erhalten.',
    address: 'Adresse',
    open: 'Webhook ansehen',
  },
  removal: {
    subject: (organization) => `Du bist kein Mitglied von ${organization} mehr`,
    lead: (organization) =>
      `Deine Mitgliedschaft bei ${organization} wurde beendet. Du bekommst keine Nachrichten mehr zu Schichten dort.`,
    shifts: (count) =>
      plural(locale, count, {
        one: 'Diese Schicht ist für dich abgesagt:',
        other: `Diese ${count} Schichten sind für dich abgesagt:`,
      }),
    journeys: (names) => `Diese Pfade sind für dich beendet: ${names}.`,
    footer: (organization) => `Du bekommst diese Nachricht, weil du Mitglied von ${organization} warst.`,
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
  },
  cantComePage: {
    title: 'Du kannst nicht kommen?',
    question: (name) => `${name}, sollen wir deinen Platz weitergeben?`,
    button: 'Ja, ich kann nicht kommen',
    doneTitle: 'Danke, dass du Bescheid sagst',
    done: 'Du bist nicht mehr angemeldet. Dein Platz geht an die nächste Person.',
    goneTitle: 'Du bist nicht angemeldet',
    gone: 'Du bist für diese Schicht nicht mehr angemeldet, es gibt nichts zu tun. Dieser Link gilt einmal.',
    refusedTitle: 'Bitte ruf die Leitung an',
    refused: 'Diese Schicht lässt sich mit diesem Link nicht mehr absagen.',
  },
  unsubscribePage: {
    title: 'Weniger Nachrichten',
    question: (kind, address) => `Sollen wir „${kind}“ nicht mehr an ${address} senden?`,
    button: 'Diese Nachrichten beenden',
    allButton: 'Alle Nachrichten beenden',
    doneTitle: 'Erledigt',
    done: (kind) =>
      `Wir senden dir „${kind}“ nicht mehr. In deinen Einstellungen kannst du es wieder einschalten.`,
    doneAll:
      'Wir senden dir keine Nachrichten über Schichten mehr. In deinen Einstellungen kannst du sie wieder einschalten.',
  },
};
