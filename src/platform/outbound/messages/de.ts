import type { Translation } from '#platform/language/index.ts';
import type en from './en.ts';

export default {
  errors: {
    invalid_url: {
      cause: 'Das ist keine vollständige Webadresse.',
      fix: 'Verwende eine Adresse wie https://example.org/hooks/muster.',
    },
    invalid_host: { cause: 'Der Hostname in dieser Adresse ist ungültig.', fix: 'Prüfe die Schreibweise.' },
    url_too_long: {
      cause: 'Diese Adresse ist zu lang.',
      fix: 'Verwende höchstens {limit, plural, other {# Zeichen}}.',
    },
    https_required: {
      cause: 'Diese Adresse ist nicht sicher.',
      fix: 'Verwende eine, die mit https:// beginnt.',
    },
    credentials_in_url: {
      cause: 'Die Adresse darf keine Zugangsdaten enthalten.',
      fix: 'Entferne sie. Jede Anfrage ist signiert, du kannst also prüfen, woher sie kommt.',
    },
    blocked_port: { cause: 'Port {port} ist nicht erlaubt.', fix: 'Verwende Port 443.' },
    blocked_target: {
      cause: 'Diese Adresse gehört zu einem privaten Netz.',
      fix: 'Verwende eine öffentliche, oder lass sie von der Person freigeben, die diese Installation betreibt.',
    },
  },
} satisfies Translation<typeof en>;
