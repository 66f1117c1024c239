import type { Translation } from '#platform/language/index.ts';
import type en from './en.ts';

export default {
  errors: {
    not_a_member: {
      cause: 'Diese Person ist kein Mitglied der Organisation.',
      fix: 'Lade sie zuerst ein.',
    },
    not_your_organization: {
      cause: 'Du bist kein Mitglied dieser Organisation.',
      fix: 'Tritt ihr zuerst bei.',
    },
    archived: {
      cause: 'Dieses Abzeichen ist archiviert.',
      fix: 'Stelle es wieder her, um es zu verleihen.',
    },
    award_revoked: {
      cause: 'Diese Verleihung wurde widerrufen.',
      fix: 'Verleihe das Abzeichen stattdessen noch einmal.',
    },
    never_expires: { cause: 'Diese Verleihung läuft nicht ab und muss nicht verlängert werden.' },
    award_not_found: {
      cause: 'Verleihung nicht gefunden.',
      fix: 'Prüfe den Link oder frag die Person, von der du ihn hast.',
    },
    no_credentials: { cause: 'Diese Organisation hat noch keine Abzeichen ausgestellt.' },
    program_not_found: {
      cause: 'Programm nicht gefunden.',
      fix: 'Wähle ein Programm dieser Organisation.',
    },
    journey_not_found: { cause: 'Pfad nicht gefunden.', fix: 'Wähle einen Pfad dieser Organisation.' },
    program_archived: {
      cause: 'Das Programm „{name}“ ist archiviert.',
      fix: 'Stelle es wieder her oder wähle ein anderes.',
    },
    journey_archived: {
      cause: 'Der Pfad „{name}“ ist archiviert.',
      fix: 'Stelle ihn wieder her oder wähle einen anderen.',
    },
    criteria_field: {
      cause: 'Diese Angabe passt nicht zu Abzeichen, die {type} verliehen werden.',
      fix: 'Entferne sie.',
    },
    threshold_required: { fix: 'Gib an, wie viel für das Abzeichen nötig ist.' },
    threshold_whole: { fix: 'Gib eine ganze Zahl ein.' },
    threshold_range: { fix: 'Gib eine Zahl von {least, number} bis {most, number} ein.' },
    threshold_of_one_journey: { cause: 'Ein einzelner Pfad zählt nur einmal.', fix: 'Entferne die Zahl.' },
    image_address: {
      cause: 'Das ist keine gültige Adresse für ein Bild.',
      fix: 'Verwende eine https-Adresse ohne Passwort, oder lass das Feld leer: Dann wird ein Bild gezeichnet.',
    },
  },
  words: {
    manual: 'von Hand',
    hours: 'für Stunden',
    shifts: 'für Schichten',
    streak: 'für regelmäßiges Mithelfen',
    journey: 'für Pfade',
  },
  answers: {
    awarded: 'Abzeichen verliehen.',
    renewed: 'Die Verleihung war abgelaufen. Jetzt gilt sie wieder.',
    held: 'Diese Person hat das Abzeichen bereits.',
    revoked: 'Verleihung widerrufen.',
    revokedBefore: 'Diese Verleihung war bereits widerrufen.',
    renewedByHand: 'Verleihung verlängert.',
    onLeaderboard: 'Du stehst auf der Bestenliste.',
    offLeaderboard: 'Du stehst nicht auf der Bestenliste.',
  },
  earned: {
    manual: 'Von der Organisation verliehen.',
    hours: '{count, plural, one {# Stunde} other {# Stunden}} mitgeholfen.',
    shifts: 'Bei {count, plural, one {# Schicht} other {# Schichten}} dabei gewesen.',
    weeks:
      '{count, plural, one {# Woche} other {# Wochen}} in Folge jede Woche bei einer Schicht dabei gewesen.',
    months:
      '{count, plural, one {# Monat} other {# Monate}} in Folge jeden Monat bei einer Schicht dabei gewesen.',
    journeys: '{count, plural, one {Einen Pfad} other {# Pfade}} abgeschlossen.',
  },
  page: {
    missingTitle: 'Verleihung nicht gefunden',
    missing: 'Prüfe den Link oder frag die Person, von der du ihn hast.',
    active: 'Gültig',
    expired: 'Abgelaufen',
    revoked: 'Von der Organisation widerrufen',
    holder: 'Verliehen an',
    organization: 'Verliehen von',
    reason: 'Wofür',
    awarded: 'Verliehen am',
    renewedOn: 'Verlängert am',
    validUntil: 'Gültig bis',
    revokedOn: 'Widerrufen am',
    download: 'Als Open Badge herunterladen',
    format: 'Open Badges 3.0, von der Organisation signiert',
  },
  events: {
    badge: {
      awarded:
        'Jemand hat ein Abzeichen bekommen, von der Koordination oder automatisch, oder eine Verleihung wurde verlängert.',
      revoked:
        'Die Koordination hat das Abzeichen einer Person widerrufen, oder die Person hat ihr Konto gelöscht.',
    },
  },
} satisfies Translation<typeof en>;
