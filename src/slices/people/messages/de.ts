import type { Translation } from '#platform/language/index.ts';
import type en from './en.ts';

export default {
  errors: {
    tag_exists: {
      cause: 'Ein Schlagwort mit diesem Namen gibt es schon.',
      fix: 'Wähle einen anderen Namen.',
    },
    too_many_tags: {
      cause: 'Eine Organisation kann höchstens {limit, number} Schlagwörter haben.',
      fix: 'Lösche eines, das du nicht brauchst.',
    },
    too_many_filters: {
      cause: 'Du kannst höchstens {limit, number} Filter speichern.',
      fix: 'Lösche einen, den du nicht brauchst.',
    },
    tag_not_found: { cause: 'Schlagwort nicht gefunden.' },
    tag_of_filter_not_found: {
      cause: 'Der Filter verwendet ein Schlagwort, das es nicht mehr gibt.',
      fix: 'Ändere den Filter.',
    },
    empty_filter: { cause: 'Der Filter hat keine Bedingungen.', fix: 'Wähle mindestens eine.' },
    not_your_note: { cause: 'Nur wer diese Notiz geschrieben hat, kann sie ändern.' },
    not_your_filter: { cause: 'Nur wer diesen Filter gespeichert hat, kann ihn ändern.' },
    too_many_to_export: {
      cause: 'Die Liste hat mehr als {limit, number} Personen.',
      fix: 'Grenze sie mit einem Filter ein.',
    },
  },
  columns: {
    name: 'Name',
    email: 'E-Mail',
    phone: 'Telefon',
    access: 'Zugriff',
    joined: 'Mitglied seit',
    tags: 'Schlagwörter',
    hours: 'Stunden',
    verified: 'Bestätigte Stunden',
    shifts: 'Schichten',
    last_shift: 'Letzte Schicht',
    next_shift: 'Nächste Schicht',
  },
  sheet: 'Personen',
  events: {
    member: {
      tags_changed:
        'Schlagwörter von Mitgliedern wurden vergeben oder entfernt. Die Daten enthalten deren IDs und die der Schlagwörter.',
    },
  },
} satisfies Translation<typeof en>;
