import type en from '../en/settings.ts';
import type { Translation } from '../index.ts';

export default {
  title: {
    organization: 'Einstellungen',
    apiKeys: 'API-Schlüssel',
    audit: 'Protokoll',
  },
} as const satisfies Translation<typeof en>;
