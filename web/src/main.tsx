import './browser/trusted-types.ts';
import '@mantine/core/styles.css';
import './theme/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepForOffline } from './api/offline-reads.ts';
import { keepPushGoing } from './api/push.ts';
import { forgetReads, queryClient } from './api/query.ts';
import { recoverWhenPossible } from './api/recover.ts';
import { session, startSession } from './api/session.ts';
import { watchForUpdates } from './api/update.ts';
import { receiveWaiting } from './api/waiting.ts';
import { App } from './app.tsx';
import { startLanguage } from './i18n/language.ts';
import { textSource } from './shell/texts.ts';
import { unsaved } from './ui/unsaved.ts';

const place = document.getElementById('app');
if (place === null) throw new Error('index.html has no #app');

forgetStrangers();
keepForOffline();
receiveWaiting();
keepPushGoing();
void startSession();
recoverWhenPossible();
// Safari has no Temporal yet; nothing before the first screen needs it.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
await startLanguage(textSource);
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
if (import.meta.env.PROD) watchForUpdates(unsaved.isLostByClosing);

/** What one person has read is not for the next one, and a visitor's view is not a member's. */
function forgetStrangers(): void {
  let before = session.state();
  session.subscribe(() => {
    const now = session.state();
    if (now === before) return;
    if (now === 'leaving' || (now === 'visitor' && before !== 'starting')) forgetReads();
    if (now === 'person' && before === 'visitor') void queryClient.resetQueries();
    // No stream was open while the session was over.
    if (now === 'person' && before === 'expired') void queryClient.invalidateQueries();
    before = now;
  });
}
