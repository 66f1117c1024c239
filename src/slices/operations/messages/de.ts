import type { Translation } from '#platform/language/index.ts';
import type en from './en.ts';

export default {
  errors: {
    out_of_range: {
      cause: 'Dieses Datum liegt zu weit entfernt.',
      fix: 'Wähle ein Datum, das höchstens {days, plural, one {# Tag} other {# Tage}} von heute entfernt ist.',
    },
  },
  answers: {
    retried: 'Die Aufgabe ist wieder in der Warteschlange.',
    discarded: 'Aufgabe verworfen.',
  },
} satisfies Translation<typeof en>;
