// Keeps the app itself, never an answer of the API: what people see about people is always fresh or absent.
// The build puts its name and the lists of files in place of the three constants.
const build = 'BUILD';
const files = ['FILES'];
const manifests = ['MANIFESTS'];
const small = ['/icon.svg', '/first-paint.js', ...manifests];
const shell = `muster-shell-${build}`;
const assets = 'muster-assets';

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(shell);
      await cache.addAll(['/', ...small]);
      const kept = await caches.open(assets);
      const missing = await Promise.all(files.map(async (file) => ((await kept.match(file)) ? null : file)));
      await kept.addAll(missing.filter((file) => file !== null));
    })(),
  );
});

// A new version waits until no one works with the old one, or someone asks for it.
self.addEventListener('message', ({ data }) => {
  if (data === 'activate') void self.skipWaiting();
});

self.addEventListener('message', (event) => {
  if (event.data === 'renew-push') event.waitUntil(renewPush());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith('muster-shell-') && name !== shell) await caches.delete(name);
      }
      // Files of the build before stay until they are many: a tab that is still open may ask for them.
      const kept = await caches.open(assets);
      const old = (await kept.keys()).filter(({ url }) => !files.includes(new URL(url).pathname));
      for (const request of old.slice(0, Math.max(0, old.length - 150))) await kept.delete(request);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(assetOf(request));
  else if (request.mode === 'navigate' && isScreen(pathname)) event.respondWith(screenOf(request));
  else if (small.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(pathname)));
});

const isScreen = (pathname) =>
  !/^\/(?:api|docs|dev|awards|\.well-known|healthz|readyz|metrics)(?:\/|$)/.test(pathname);

async function assetOf(request) {
  const cache = await caches.open(assets);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetchPatiently(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

// A connection that breaks for a moment, and a service that restarts. A page would remember the failure for as long as it is
// open, and could not load this part again.
async function fetchPatiently(request) {
  for (const pauseMs of [500, 1_000, 2_000, 4_000]) {
    const answer = await fetch(request).catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    if (!navigator.onLine) break;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return await fetch(request);
}

// A network that does not answer in three seconds, and a proxy whose service is away, count as none.
async function screenOf(request) {
  const kept = await (await caches.open(shell)).match('/');
  if (!kept) return await fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, 3_000, kept.clone()));
  const fresh = fetch(request).then(
    (answer) => (answer.status >= 500 ? kept : answer),
    () => kept,
  );
  return await Promise.race([fresh, late]);
}

// What the service sends to a browser that is closed: a line, and the page that it is about.
self.addEventListener('push', (event) => {
  const { title, body, href, tag, lang } = event.data?.json() ?? {};
  if (!title) return;
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, lang, data: { href }, icon: '/icon-192.png' }),
  );
});

// Browsers replace the address for this now and then. The server gets the new one, and forgets the old one.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewPush()));

let renewal;

function renewPush() {
  renewal ??= renewPushOnce().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

// The note is of web/src/api/push.ts. Without it, no one wants notifications here, or someone else is logged in.
async function renewPushOnce() {
  const notes = await caches.open('muster-push');
  const note = await (await notes.match('/push-note'))?.json();
  const { pushManager } = self.registration;
  const known = await pushManager.getSubscription();
  if (!note || known?.endpoint === note.endpoint || Notification.permission !== 'granted') return;
  // A refresh token works once: no page may use it at the same time.
  const session = await navigator.locks.request('muster.refresh', () => ask('auth/browser/refresh', {}));
  if (session?.user_id !== note.person) return;
  const authorization = `Bearer ${session.access_token}`;
  const browsers = await ask('me/push-subscriptions', undefined, authorization);
  if (!browsers) return;
  const wanted = { userVisibleOnly: true, applicationServerKey: browsers.public_key };
  const { endpoint, keys } = (known ?? (await pushManager.subscribe(wanted))).toJSON();
  if (!(await ask('me/push-subscriptions', { endpoint, keys }, authorization))) return;
  await notes.put('/push-note', new Response(JSON.stringify({ person: note.person, endpoint })));
}

async function ask(path, body, authorization) {
  const answer = await fetch(`/api/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(body && { 'content-type': 'application/json' }), ...(authorization && { authorization }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.ok ? await answer.json() : undefined;
}

// Only pages of this app: a window that is open goes there, otherwise a new one opens.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const target = new URL(event.notification.data?.href ?? '/', location.origin);
  if (target.origin !== location.origin) return;
  event.waitUntil(
    (async () => {
      const open = await self.clients.matchAll({ type: 'window' });
      const window = open.find(({ url }) => url === target.href) ?? open[0];
      if (!window) return await self.clients.openWindow(target.href);
      await window.focus();
      if (window.url !== target.href) await window.navigate(target.href);
    })(),
  );
});
