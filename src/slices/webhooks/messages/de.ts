import type { Translation } from '#platform/language/index.ts';
import type en from './en.ts';

export default {
  errors: {
    too_many_endpoints: {
      cause: 'Eine Organisation kann höchstens {limit, plural, one {# Endpunkt} other {# Endpunkte}} haben.',
      fix: 'Lösche einen, den ihr nicht mehr braucht.',
    },
    unknown_event: {
      cause: 'Es gibt kein Ereignis namens „{name}“.',
      fix: 'Wähle eines aus der Liste der Ereignisse.',
    },
    too_large: { cause: 'Die Daten des Ereignisses sind zu groß.', fix: 'Sende höchstens {size}.' },
    future: { cause: 'Dieser Zeitpunkt liegt in der Zukunft.', fix: 'Wähle einen in der Vergangenheit.' },
    too_old: {
      cause: 'Ereignisse werden {days, plural, one {# Tag} other {# Tage}} lang aufbewahrt.',
      fix: 'Wähle einen späteren Zeitpunkt.',
    },
  },
  answers: {
    secret:
      'Speichere den neuen Signaturschlüssel jetzt, er wird nicht noch einmal angezeigt. Der bisherige gilt noch {hours, plural, one {# Stunde} other {# Stunden}}.',
    activate: 'Endpunkt aktiv. Ab jetzt werden Ereignisse gesendet.',
    deactivate:
      'Endpunkt inaktiv. Es werden keine Ereignisse mehr gesendet. Verpasstes kannst du später nachsenden.',
    queued: 'In der Warteschlange. Die Zustellung beginnt in wenigen Augenblicken.',
    recovered:
      '{count, plural, =0 {Es wurde nichts verpasst.} one {# Zustellung wird nachgesendet.} other {# Zustellungen werden nachgesendet.}}',
    recovering:
      '{count, plural, one {Die erste Zustellung wird} other {Die ersten # Zustellungen werden}} jetzt nachgesendet. Die übrigen folgen automatisch.',
  },
  delivery: {
    http_status: 'Der Endpunkt hat mit Status {status} geantwortet. Nur 2xx gilt als empfangen.',
    endpoint_inactive: 'Der Endpunkt wurde deaktiviert oder gelöscht, bevor die Zustellung gesendet wurde.',
    secret_unreadable: 'Der Signaturschlüssel lässt sich nicht lesen. Erstelle einen neuen.',
    blocked_target:
      'Die Adresse führt in ein privates oder reserviertes Netz. Zugestellt wird nur an öffentliche Adressen.',
    dns: 'Der Hostname ließ sich nicht auflösen. Prüfe die Schreibweise und die DNS-Einträge.',
    connect: 'Der Host hat die Verbindung abgelehnt. Prüfe, ob der Empfänger läuft und erreichbar ist.',
    timeout:
      'Der Endpunkt hat nicht rechtzeitig geantwortet. Prüfe, ob der Empfänger läuft und erreichbar ist.',
    tls: 'Es kam keine sichere Verbindung zustande. Prüfe Name, Gültigkeit und Kette des Zertifikats.',
    reset: 'Der Host hat die Verbindung getrennt, bevor er geantwortet hat.',
    protocol: 'Die Antwort des Hosts ist kein gültiges HTTP/1.1.',
    internal: 'Bei uns ist etwas schiefgelaufen. Wir versuchen es noch einmal.',
  },
  mail: {
    deactivated: {
      subject: 'Webhook deaktiviert: {endpoint}',
      gone: 'Der Empfänger dieses Webhooks meldet, dass es ihn nicht mehr gibt (410). Deshalb senden wir keine Ereignisse mehr dorthin.',
      failing:
        'Dieser Webhook hat fünf Tage lang keine einzige Zustellung angenommen. Deshalb senden wir keine Ereignisse mehr dorthin.',
      next: 'Sobald der Empfänger wieder funktioniert, kannst du den Endpunkt aktivieren und Verpasstes nachsenden. Ereignisse bleiben 90 Tage erhalten.',
      organization: 'Organisation',
      address: 'Adresse',
      open: 'Endpunkt öffnen',
      footer: 'Du bekommst diese E-Mail, weil du die Webhooks von {organization} verwaltest.',
    },
  },
  events: {
    webhook: {
      test: 'Ein Testereignis. Es geht an einen einzelnen Endpunkt, auch ohne Abonnement.',
    },
  },
} satisfies Translation<typeof en>;
