import type { Translation } from '../../messages/translation.ts';
import type en from './messages.en.ts';

export default {
  title: 'Benachrichtigungen',
  empty: 'Noch keine Benachrichtigungen',
  emptyText: 'Wenn sich bei deinen Schichten etwas tut, siehst du es hier.',
  new: 'neu',
  settings: 'Einstellungen',
  choice: 'Benachrichtigungen',
  choiceText: 'Wähle, worüber du benachrichtigt werden möchtest und wo.',
  about: 'Was',
  choose: '{kind}: {channel}',
  channel: { email: 'E-Mail', push: 'Browser', app: 'App' },
  push: {
    on: 'Benachrichtigungen in diesem Browser einschalten',
    off: 'Benachrichtigungen in diesem Browser ausschalten',
    denied:
      'Dieser Browser blockiert Benachrichtigungen von Muster. Du kannst sie in den Einstellungen des Browsers erlauben.',
    impossible: 'Dieser Browser kann keine Benachrichtigungen anzeigen.',
  },
  kinds: {
    signup_confirmed: 'Ich bin für eine Schicht eingetragen',
    signup_pending: 'Meine Eintragung wartet auf Bestätigung',
    waitlisted: 'Ich stehe auf einer Warteliste',
    offered: 'Mir wird ein Platz angeboten',
    promoted: 'Ich rücke von der Warteliste nach',
    approved: 'Meine Eintragung wird bestätigt',
    rejected: 'Meine Eintragung wird abgelehnt',
    signup_cancelled: 'Ich bin nicht mehr eingetragen',
    shift_cancelled: 'Eine meiner Schichten wird abgesagt',
    shift_changed: 'Eine meiner Schichten ändert sich',
    reminder: 'Erinnerungen vor einer Schicht',
    understaffed: 'Einer Schicht fehlen Personen (für die Koordination)',
    shift_asked: 'Ich werde gefragt, ob ich eine Schicht übernehme',
    swap: 'Mir wird ein Platz zum Tausch angeboten, oder ein Tausch endet',
    shift_message: 'Nachrichten der Koordination',
    hours_decided: 'Die Koordination entscheidet über Stunden, die ich gemeldet habe',
    badge_awarded: 'Ich bekomme ein Abzeichen',
    journey_reminder: 'Ein Schritt eines Pfads ist fällig',
    member_removed: 'Ich werde aus einer Organisation entfernt',
  },
} as const satisfies Translation<typeof en>;
