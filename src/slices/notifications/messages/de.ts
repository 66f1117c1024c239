import { plural } from '#kernel/language.ts';
import type { en } from './en.ts';

const hours = (count: number) => `${count} ${plural('de', count, { one: 'Stunde', other: 'Stunden' })}`;
const shifts = (count: number) => `${count} ${plural('de', count, { one: 'Schicht', other: 'Schichten' })}`;
const need = (count: number) => plural('de', count, { one: 'braucht', other: 'brauchen' });

export const de: typeof en = {
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
      `${free} von ${capacity} ${plural('de', capacity, { one: 'Platz', other: 'Plätzen' })} frei`,
  },
  message: { lead: (sender) => `${sender} schreibt allen in deiner Schicht:` },
  honour: {
    subject: (badge) => `Du hast ein Abzeichen bekommen: ${badge}`,
    renewed: (badge) => `Dein Abzeichen ist verlängert: ${badge}`,
    lead: (badge, organization) =>
      `${organization} dankt dir mit dem Abzeichen „${badge}“. Es gehört dir, und du kannst es anderen zeigen.`,
    action: 'Meine Abzeichen ansehen',
  },
  testMail: {
    subject: 'Test-E-Mail von Muster',
    lead: (organization) =>
      `Die E-Mail funktioniert. ${organization} kann jetzt alle Freiwilligen erreichen.`,
    footer: 'Du bekommst diese Nachricht, weil du dir eine Test-E-Mail geschickt hast.',
  },
  stepReminder: {
    subject: (step) => `Noch offen: ${step}`,
    lead: (step, journey) => `„${step}“ ist dein nächster Schritt bei „${journey}“. Noch ist Zeit.`,
    due: 'Bis',
    action: 'Weitermachen',
  },
  removal: {
    subject: (organization) => `Du bist kein Mitglied von ${organization} mehr`,
    lead: (organization) =>
      `Deine Mitgliedschaft bei ${organization} wurde beendet. Du bekommst keine Nachrichten mehr zu Schichten dort.`,
    shifts: (count) =>
      plural('de', count, {
        one: 'Diese Schicht ist für dich abgesagt:',
        other: `Diese ${count} Schichten sind für dich abgesagt:`,
      }),
    journeys: (names) => `Diese Pfade sind für dich beendet: ${names}.`,
    footer: (organization) => `Du bekommst diese Nachricht, weil du Mitglied von ${organization} warst.`,
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
