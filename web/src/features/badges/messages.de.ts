import type { Translation } from '../../messages/translation.ts';
import type en from './messages.en.ts';

export default {
  title: {
    list: 'Abzeichen',
    badge: 'Abzeichen',
    mine: 'Meine Abzeichen',
  },
  leaderboard: {
    title: 'Die meisten Stunden dieses Jahr',
    empty: 'Noch ist niemand auf der Bestenliste.',
    mine: 'Dein Rang: {rank, number}.',
    notShown: 'Du bist nicht auf der Bestenliste.',
    choose: 'In den Einstellungen ändern',
  },
  public: {
    lead: 'Ein kleiner Dank für alle, die hier mithelfen.',
    empty: 'Noch keine Abzeichen',
    emptyText: 'Abzeichen erscheinen hier, sobald die Koordination sie erstellt.',
    held: 'Du hast dieses Abzeichen',
    holders: '{count, plural, =0 {noch niemand hat es} one {# Person hat es} other {# Personen haben es}}',
    how: 'So bekommst du es',
    by: {
      manual: 'Die Koordination verleiht es.',
      hours: 'Du bekommst es automatisch nach {count, plural, one {# Stunde} other {# Stunden}} Mithilfe.',
      shifts:
        'Du bekommst es automatisch nach {count, plural, one {deiner ersten Schicht} other {# Schichten}}.',
      streakWeek:
        'Du bekommst es automatisch, wenn du {count, plural, one {# Woche} other {# Wochen in Folge}} mithilfst.',
      streakMonth:
        'Du bekommst es automatisch, wenn du {count, plural, one {# Monat} other {# Monate in Folge}} mithilfst.',
      journey: 'Du bekommst es automatisch, wenn du einen Pfad abschließt.',
      journeys:
        'Du bekommst es automatisch, wenn du {count, plural, one {einen Pfad} other {# Pfade}} abschließt.',
    },
    journey: 'Zum Pfad',
    renew: 'Gültig für {days, plural, one {# Tag} other {# Tage}}. Danach kann es verlängert werden.',
    mine: 'Meine Abzeichen',
    since: 'Du hast es seit {date}',
    back: 'Zurück',
    find: 'Schicht finden',
  },
  mine: {
    lead: 'Die Abzeichen, die du bekommen hast.',
    empty: 'Noch keine Abzeichen',
    emptyText:
      'Manche bekommst du automatisch, zum Beispiel für deine erste Schicht. Andere verleiht die Koordination.',
    all: 'Alle Abzeichen ansehen',
    awarded: 'Verliehen am {date}',
    until: 'Gültig bis {date}',
    expired: 'Abgelaufen am {date}',
    revoked: 'Widerrufen',
    share: 'Teilen',
    copied: 'Link zu deinem Abzeichen kopiert.',
    download: 'Als Open Badge herunterladen',
    downloadOf: 'Als Open Badge herunterladen: {badge}',
    shareOf: '{badge} teilen',
    page: 'Öffentliche Seite',
    showName: 'Meinen Namen auf der öffentlichen Seite zeigen',
  },
  consent: {
    title: 'Bestenliste',
    text: 'Andere sehen dort deinen Namen und deine Stunden nur, wenn du zustimmst.',
    show: 'Mich auf der Bestenliste von {organization} zeigen',
    none: 'Keine deiner Organisationen hat eine Bestenliste.',
  },
} as const satisfies Translation<typeof en>;
