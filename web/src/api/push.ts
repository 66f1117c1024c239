import { onForget, onToken, session } from './session.ts';

/**
 * Whose notifications this browser shows, and the address that the server knows for that. Kept where the service worker
 * can read it: when the browser changes the address, `sw.js` tells the server, also while no page is open.
 */
const cacheName = 'muster-push';
const noteUrl = '/push-note';

/** Browsers without a service worker or push, and pages over plain http, have none of it. */
export const isPushPossible = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window && 'caches' in window;

export async function notePush(endpoint: string | undefined): Promise<void> {
  if (!isPushPossible()) return;
  const cache = await caches.open(cacheName);
  if (endpoint === undefined) await cache.delete(noteUrl);
  else await cache.put(noteUrl, new Response(JSON.stringify({ person: session.person(), endpoint })));
}

/** For what no event was fired, and for what failed without a network: asked again whenever there is a session. */
export function keepPushGoing(): void {
  if (!isPushPossible()) return;
  onForget(() => notePush(undefined));
  onToken(() => {
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage('renew-push'));
  });
}
