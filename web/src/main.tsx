import '@mantine/core/styles.css';
import './theme/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query.ts';
import { session, startSession } from './api/session.ts';
import { App } from './app.tsx';
import { startLanguage } from './i18n/language.ts';

const place = document.getElementById('app');
if (place === null) throw new Error('index.html has no #app');

forgetStrangers();
void startSession();
await startLanguage();
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
if (import.meta.env.PROD) void registerServiceWorker();

/** What one person has read is not for the next one, and a visitor's view is not a member's. */
function forgetStrangers(): void {
  let before = session.state();
  session.subscribe(() => {
    const now = session.state();
    if (now === before) return;
    if (now === 'visitor' && before !== 'starting') queryClient.clear();
    if (now === 'person' && before === 'visitor') void queryClient.resetQueries();
    before = now;
  });
}

async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await navigator.serviceWorker.register('/sw.js').catch(() => {
    // Private windows and strict settings forbid it; the app works without.
  });
}
