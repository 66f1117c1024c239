import type { Locale as OurLocale, Messages as OurMessages } from '../messages/index.ts';

declare module 'use-intl' {
  interface AppConfig {
    Locale: OurLocale;
    Messages: OurMessages;
  }
}
