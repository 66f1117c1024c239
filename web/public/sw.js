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
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
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
  const { title, body, href, tag } = event.data?.json() ?? {};
  if (!title) return;
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, data: { href }, icon: '/icon-192.png' }),
  );
});

// Only pages of this app: a window that is open goes there, otherwise a new one opens.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const target = new URL(event.notification.data?.href ?? '/', location.origin);
  if (target.origin !== location.origin) return;
  event.waitUntil(
    (async () => {
      const open = await self.clients.matchAll({ type: 'window' });
      const window = open.find(({ url }) => new URL(url).pathname === target.pathname) ?? open[0];
      if (window) {
        await window.focus();
        if (new URL(window.url).pathname !== target.pathname) await window.navigate(target.href);
      } else await self.clients.openWindow(target.href);
    })(),
  );
});
