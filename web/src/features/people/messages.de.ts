import type { Translation } from '../../messages/translation.ts';
import type en from './messages.en.ts';

export default {
  list: {
    title: 'Menschen',
    lead: 'Alle, die zu dieser Organisation gehören.',
    role: 'Rolle',
    name: 'Name',
    email: 'E-Mail',
    since: 'Seit',
    none: 'Niemand passt dazu',
    noneText: 'Versuche einen kürzeren Teil des Namens.',
  },
  person: {
    title: 'Person',
    unknown: 'Hier ist niemand',
    unknownText: 'Diese Person gehört nicht zur Organisation.',
    about: '{role}, seit {since}',
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
