import type en from '../en/badges.ts';
import type { Translation } from '../index.ts';

export default {
  title: {
    list: 'Abzeichen',
    badge: 'Abzeichen',
  },
  leaderboard: {
    title: 'Die meisten Stunden in diesem Jahr',
    empty: 'Noch möchte niemand hier stehen.',
    mine: 'Dein Platz: {rank, number}.',
    notShown: 'Du stehst nicht auf dieser Liste.',
    choose: 'In den Einstellungen ändern',
  },
  public: {
    lead: 'Ein kleiner Dank für das, was Menschen hier tun.',
    empty: 'Es gibt noch keine Abzeichen',
    held: 'Du hast es',
    holders: '{count, plural, =0 {noch niemand hat es} one {# Mensch hat es} other {# Menschen haben es}}',
    how: 'So verdienst du es',
    by: {
      manual: 'Die Koordination verleiht es.',
      hours: 'Kommt von selbst mit {threshold} Stunden Hilfe.',
      shifts: 'Kommt von selbst {threshold, plural, one {mit der ersten Schicht} other {mit # Schichten}}.',
      streakWeek: 'Kommt von selbst, wenn du {threshold, number} Wochen hintereinander hilfst.',
      streakMonth: 'Kommt von selbst, wenn du {threshold, number} Monate hintereinander hilfst.',
      journey: 'Kommt von selbst am Ende eines Weges.',
    },
    journey: 'Zum Weg',
    renew: 'Es gilt {days, plural, one {# Tag} other {# Tage}} und kann dann erneuert werden.',
    mine: 'Meine Abzeichen',
    since: 'Deins seit {date}',
    back: 'Weiter, wo du warst',
    find: 'Schicht finden',
  },
} as const satisfies Translation<typeof en>;
