import type { Translation } from '#platform/language/index.ts';
import type en from './en.ts';

export default {
  errors: {
    mission_not_found: { cause: 'Mission nicht gefunden.' },
    mission_archived: {
      cause: 'Diese Mission ist archiviert.',
      fix: 'Stelle sie wieder her oder wähle eine andere.',
    },
    default_mission_archived: {
      cause: 'Die Standardmission des Programms, „{mission}“, ist archiviert.',
      fix: 'Stelle zuerst die Mission wieder her.',
    },
    default_mission: {
      cause: 'Das ist die Standardmission des Programms „{program}“.',
      fix: 'Wähle für das Programm zuerst eine andere, oder archiviere das Programm.',
    },
    required_form: {
      cause: 'Dieses Formular ist noch Voraussetzung für {missions}.',
      fix: 'Entferne es dort zuerst.',
    },
    required_badge: {
      cause: 'Dieses Abzeichen ist noch Voraussetzung für {missions}.',
      fix: 'Entferne es dort zuerst.',
    },
    required_journey: {
      cause: 'Dieser Pfad ist noch Voraussetzung für {missions}.',
      fix: 'Entferne ihn dort zuerst.',
    },
    form_in_journey: {
      cause: 'Dieses Formular ist noch ein Schritt von {journeys}.',
      fix: 'Entferne den Schritt dort zuerst.',
    },
    badge_in_journey: {
      cause: 'Dieses Abzeichen ist noch ein Schritt von {journeys}.',
      fix: 'Entferne den Schritt dort zuerst.',
    },
    mission_in_journey: {
      cause: 'Diese Mission zählt noch für einen Schritt von {journeys}.',
      fix: 'Ändere den Schritt dort zuerst.',
    },
    program_in_journey: {
      cause: 'Dieses Programm zählt noch für einen Schritt von {journeys}.',
      fix: 'Ändere den Schritt dort zuerst.',
    },
    journey_for_badge: {
      cause: 'Dieser Pfad zählt noch für {badges}.',
      fix: 'Ändere oder archiviere zuerst das Abzeichen.',
    },
    program_for_badge: {
      cause: 'Dieses Programm zählt noch für {badges}.',
      fix: 'Ändere oder archiviere zuerst das Abzeichen.',
    },
    form_not_found: { cause: 'Formular nicht gefunden.' },
    badge_not_found: { cause: 'Abzeichen nicht gefunden.' },
    journey_not_found: { cause: 'Pfad nicht gefunden.' },
    form_archived: {
      cause: 'Das Formular „{name}“ ist archiviert.',
      fix: 'Stelle es wieder her oder wähle ein anderes.',
    },
    badge_archived: {
      cause: 'Das Abzeichen „{name}“ ist archiviert.',
      fix: 'Stelle es wieder her oder wähle ein anderes.',
    },
    journey_archived: {
      cause: 'Der Pfad „{name}“ ist archiviert.',
      fix: 'Stelle ihn wieder her oder wähle einen anderen.',
    },
    form_draft: { cause: 'Das Formular „{name}“ ist noch ein Entwurf.', fix: 'Veröffentliche es zuerst.' },
    journey_draft: { cause: 'Der Pfad „{name}“ ist noch ein Entwurf.', fix: 'Veröffentliche ihn zuerst.' },
  },
} satisfies Translation<typeof en>;
