import type { Translation } from '../../messages/translation.ts';
import type en from './messages.en.ts';

export default {
  mail: {
    title: 'E-Mail',
    lead: 'Schick dir selbst eine E-Mail und prüfe, ob sie ankommt.',
    test: 'Test-E-Mail senden',
    noneTitle: 'E-Mails werden nicht verschickt',
    noneText:
      'Es ist kein Mailserver eingerichtet. Einladungen, Bestätigungen und Erinnerungen kommen nicht an. Setze SMTP_URL und starte Muster neu.',
    result: {
      sent: 'An {to} gesendet. Schau in dein Postfach und in den Spam-Ordner.',
      failed: 'Der Mailserver hat die E-Mail abgelehnt ({error}). Prüfe SMTP_URL.',
      not_configured: 'Es ist kein Mailserver eingerichtet. Setze SMTP_URL und starte Muster neu.',
    },
  },
  jobs: {
    title: 'Fehlgeschlagene Hintergrundaufgaben',
    lead: 'Aufgaben, die Muster auch nach mehreren Versuchen nicht abschließen konnte, zum Beispiel E-Mails. Sie bleiben 90 Tage in dieser Liste.',
    label: 'Fehlgeschlagene Hintergrundaufgaben',
    empty: 'Keine fehlgeschlagenen Aufgaben.',
    task: 'Aufgabe',
    failedAt: 'Fehlgeschlagen am',
    attempts: 'Versuche',
    error: 'Fehler',
    retry: 'Erneut versuchen',
    retryOf: 'Erneut versuchen: {task}',
    retried: 'Eingereiht. Schlägt die Aufgabe wieder fehl, erscheint sie wieder hier.',
    discard: 'Verwerfen',
    discardOf: 'Verwerfen: {task}',
    discardTitle: 'Diese Aufgabe verwerfen?',
    discardText: 'Sie wird dann nicht ausgeführt. Das lässt sich nicht rückgängig machen.',
    kind: {
      notify_people: 'Personen benachrichtigen',
      award_badges: 'Abzeichen verleihen',
      move_journeys: 'Pfade aktualisieren',
      evaluate_badge: 'Abzeichen an alle verleihen, die es verdient haben',
      advance_journeys: 'Pfade aktualisieren',
      expire_offer: 'Abgelaufenes Angebot beenden',
      fill_seats: 'Freien Platz von der Warteliste besetzen',
      run_series_change: 'Serie ändern',
      recover_webhooks: 'Verpasste Webhook-Ereignisse senden',
      reminders: 'Erinnerungen senden',
      no_shows: 'Nicht erschienene Personen markieren',
      auto_checkout: 'Vergessenes Auschecken nachholen',
      hours: 'Stunden zusammenrechnen',
      badges: 'Abzeichen verleihen',
      journey_timers: 'Pfade aktualisieren',
    },
    other: 'Hintergrundaufgabe ({name})',
  },
} as const satisfies Translation<typeof en>;
