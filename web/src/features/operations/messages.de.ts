import type { Translation } from '../../messages/translation.ts';
import type en from './messages.en.ts';

export default {
  mail: {
    title: 'E-Mail',
    lead: 'Schick dir selbst eine E-Mail und prüfe, ob sie ankommt.',
    test: 'Test-E-Mail senden',
    noneTitle: 'E-Mails kommen nicht an',
    noneText:
      'Diese Installation hat keinen Mailserver. Einladungen, Bestätigungen und Erinnerungen werden nicht verschickt. Setze SMTP_URL und starte Muster neu.',
    result: {
      sent: 'An {to} gesendet. Schau in dein Postfach, auch in den Spam-Ordner.',
      failed: 'Der Mailserver hat die E-Mail nicht angenommen ({error}). Prüfe SMTP_URL.',
      not_configured: 'Es gibt keinen Mailserver. Setze SMTP_URL und starte Muster neu.',
    },
  },
  jobs: {
    title: 'Fehlgeschlagene Hintergrundaufgaben',
    lead: 'Was Muster auch nach mehreren Versuchen nicht geschafft hat, zum Beispiel E-Mails senden. Bleibt 90 Tage hier.',
    label: 'Fehlgeschlagene Hintergrundaufgaben',
    empty: 'Nichts ist fehlgeschlagen.',
    task: 'Aufgabe',
    failedAt: 'Fehlgeschlagen',
    attempts: 'Versuche',
    error: 'Fehler',
    retry: 'Erneut versuchen',
    retryOf: 'Erneut versuchen: {task}',
    retried: 'Eingereiht. Scheitert sie wieder, steht sie wieder in dieser Liste.',
    discard: 'Verwerfen',
    discardOf: 'Verwerfen: {task}',
    discardTitle: 'Diese Aufgabe verwerfen?',
    discardText: 'Was sie tun sollte, passiert dann nicht. Das lässt sich nicht rückgängig machen.',
    kind: {
      notify_people: 'Personen benachrichtigen',
      award_badges: 'Abzeichen verleihen',
      move_journeys: 'Pfade aktualisieren',
      carry_attendance_over: 'Anwesenheit auf eine andere Schicht übertragen',
      evaluate_badge: 'Ein Abzeichen an alle verleihen, die es verdienen',
      advance_journeys: 'Pfade aktualisieren',
      expire_offer: 'Ein abgelaufenes Angebot beenden',
      fill_seats: 'Einen freien Platz von der Warteliste besetzen',
      run_series_change: 'Eine Serie ändern',
      recover_webhooks: 'Verpasste Webhook-Ereignisse senden',
      reminders: 'Erinnerungen senden',
      no_shows: 'Nicht erschienene Personen vermerken',
      auto_checkout: 'Vergessenes Auschecken nachholen',
      hours: 'Stunden zusammenzählen',
      badges: 'Abzeichen verleihen',
      journey_timers: 'Pfade aktualisieren',
    },
    other: 'Hintergrundaufgabe ({name})',
  },
} as const satisfies Translation<typeof en>;
