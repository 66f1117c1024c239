import type { Translation } from '../../messages/translation.ts';
import type en from './messages.en.ts';

export default {
  list: {
    title: 'Personen',
    lead: 'Alle Mitglieder dieser Organisation.',
    role: 'Zugriff',
    name: 'Name',
    email: 'E-Mail',
    since: 'Mitglied seit',
    none: 'Niemand gefunden',
    noneText: 'Versuch es mit einem Teil des Namens oder einem anderen Filter.',
  },
  person: {
    title: 'Person',
    unknown: 'Person nicht gefunden',
    unknownText: 'Diese Person ist kein Mitglied der Organisation.',
    about: '{role}, Mitglied seit {since}',
    contact: 'Kontakt',
    phone: 'Telefon',
    email: 'E-Mail',
    birth: 'Geburtsdatum',
    emergency: 'Notfallkontakt',
    notGiven: 'Nicht angegeben',
    show: 'Anzeigen',
    showOf: 'Notfallkontakt von {name} anzeigen',
    showHint: 'Jeder Aufruf wird im Protokoll festgehalten.',
  },
} as const satisfies Translation<typeof en>;
