import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { IntlProvider } from 'use-intl';
import { useSession } from './api/me.ts';
import { OrganizationProvider } from './api/organization-provider.tsx';
import { queryClient } from './api/query.ts';
import { session } from './api/session.ts';
import { styleNonce } from './browser/style-nonce.ts';
import { useLanguage } from './i18n/language.ts';
import { router } from './router.ts';
import { cssVariables, theme } from './theme/theme.ts';
import { deviceZone } from './time/calendar.ts';

const colorScheme = localStorageColorSchemeManager({ key: 'muster.color-scheme' });

/** A newer service may answer with a status that this page has no text for: its name says more than that of the text. */
const wordOf = ({ key }: { readonly key: string }) => key.replace(/^.*\./, '').replaceAll('_', ' ');

export function App() {
  const { locale, messages } = useLanguage();
  const visit = useSyncExternalStore(session.subscribe, session.visit);
  // The page is about to be loaded again for another person: nothing of the one before stays on the screen.
  if (useSession() === 'leaving') return null;
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <IntlProvider locale={locale} messages={messages} timeZone={deviceZone} getMessageFallback={wordOf}>
        <QueryClientProvider client={queryClient}>
          <OrganizationProvider key={visit}>
            <RouterProvider router={router} />
          </OrganizationProvider>
        </QueryClientProvider>
      </IntlProvider>
    </MantineProvider>
  );
}
