import type en from '../en/admin.ts';
import type { Translation } from '../index.ts';

export default {
  copy: { do: 'Kopieren', done: 'Kopiert' },
  once: { title: 'Das siehst du nur dieses eine Mal', kept: 'Ich habe es sicher verwahrt' },
  person: {
    hint: 'Name oder E-Mail-Adresse',
    nobody: 'So heißt niemand',
    clear: 'Niemanden wählen',
  },
  order: {
    drag: 'An eine andere Stelle ziehen',
    up: 'Nach oben: {name}',
    down: 'Nach unten: {name}',
    moved: '{name} ist jetzt Nummer {place, number} von {count, number}.',
  },
  action: {
    edit: 'Ändern',
    delete: 'Löschen',
    archive: 'Archivieren',
    restore: 'Zurückholen',
    publish: 'Veröffentlichen',
    remove: 'Entfernen',
  },
  state: {
    draft: 'Entwurf',
    published: 'Veröffentlicht',
    archived: 'Archiviert',
    active: 'Aktiv',
    unsaved: 'Noch nicht gespeichert',
  },
  saveAgain:
    'Speichere noch einmal, um den anderen Stand zu ersetzen, oder lade die Seite neu, um ihn zu sehen.',
  archivedItem: 'Nummer {id} (archiviert)',
  showArchived: 'Archivierte zeigen',
  actions: 'Aktionen',
  never: 'nie',
  profileField: {
    phone: 'Telefonnummer',
    date_of_birth: 'Geburtsdatum',
    emergency_contact: 'Notfallkontakt',
    email_verified: 'Bestätigte E-Mail-Adresse',
  },
} as const satisfies Translation<typeof en>;
