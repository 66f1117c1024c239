import type { Translation } from '../../messages/translation.ts';
import type en from './messages.en.ts';

export default {
  mail: 'Mails',
  mailText: 'Wähle, wovon du hören möchtest.',
  kinds: {
    signup_confirmed: 'Eine Anmeldung ist bestätigt',
    signup_pending: 'Eine Anmeldung wartet auf Bestätigung',
    waitlisted: 'Ich stehe auf einer Warteliste',
    offered: 'Ein Platz ist frei für mich',
    promoted: 'Ich habe einen Platz von der Warteliste',
    approved: 'Eine Anmeldung ist angenommen',
    rejected: 'Eine Anmeldung ist nicht angenommen',
    signup_cancelled: 'Eine Anmeldung ist zurückgezogen',
    shift_cancelled: 'Eine Schicht ist abgesagt',
    shift_changed: 'Eine Schicht ist geändert',
    reminder: 'Erinnerungen vor einer Schicht',
    understaffed: 'Einer Schicht fehlen Leute (für die Koordination)',
    shift_message: 'Nachrichten der Koordination',
    badge_awarded: 'Ich habe ein Abzeichen verdient',
    journey_reminder: 'Ein Schritt eines Weges ist fällig',
    member_removed: 'Ich werde aus einer Organisation entfernt',
  },
} as const satisfies Translation<typeof en>;
