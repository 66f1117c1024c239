import { readStored, writeStored } from '../browser/storage.ts';

/**
 * A new version of the app is installed beside the running one and waits: it never takes over under a page someone is
 * working in. The person starts it, or a screen that no one has touched for a while does.
 */
let isReady = false;
let isAsked = false;
let registration: ServiceWorkerRegistration | undefined;
let lastTouchMs = Date.now();
let hasUnsaved = () => false;
const watchers = new Set<() => void>();
const firstCheckMs = 2_000;
const checkMs = 30 * 60_000;
const idleMs = 10 * 60_000;
const idleCheckMs = 60_000;
/** Where and when this tab last loaded itself again, so that it doesn't go on and on. */
const reloadedKey = 'muster.reloaded';
const reloadOnceInMs = 60_000;

export const update = {
  isReady: (): boolean => isReady,
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  apply(): void {
    isAsked = true;
    if (registration?.waiting) registration.waiting.postMessage('activate');
    else location.reload();
  },
  /** For a page that only a reload can help, if it loses nothing by that. */
  reloadIfHarmless(): void {
    const [path, time] = readStored(reloadedKey, 'sessionStorage')?.split(' ') ?? [];
    const hasTried = path === location.pathname && Date.now() - Number(time) < reloadOnceInMs;
    if (hasTried || hasText() || hasUnsaved()) return;
    if (writeStored(reloadedKey, `${location.pathname} ${Date.now()}`, 'sessionStorage')) location.reload();
  },
};

export function watchForUpdates(holdsUnsaved: () => boolean): void {
  hasUnsaved = holdsUnsaved;
  for (const event of ['pointerdown', 'keydown', 'input', 'scroll'])
    window.addEventListener(event, touched, { capture: true, passive: true });
  setInterval(() => {
    if (isReady && Date.now() - lastTouchMs > idleMs && !hasText() && !hasUnsaved()) update.apply();
  }, idleCheckMs);
  // Only after the first screen is shown: it needs the network more.
  if ('serviceWorker' in navigator) setTimeout(() => void watchWorker(), firstCheckMs);
  else setInterval(() => void comparePage(), checkMs);
}

function touched(): void {
  lastTouchMs = Date.now();
}

/** Whether a reload could lose something that was typed. */
function hasText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>(
    // A hidden one only measures how high a text is.
    ':is(textarea, input:not([type=checkbox], [type=radio])):not([aria-hidden=true])',
  );
  return [...fields].some(({ value }) => value !== '') || document.querySelector('[role=dialog]') !== null;
}

function ready(): void {
  isReady = true;
  for (const watcher of watchers) watcher();
}

async function watchWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  // The first worker of all takes over a page that is up to date.
  let hadWorker = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isAsked) location.reload();
    else if (hadWorker) ready();
    hadWorker = true;
  });
  try {
    registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  } catch {
    // Private windows and strict settings forbid it; the app works without.
  }
  if (registration === undefined) {
    setInterval(() => void comparePage(), checkMs);
    return;
  }
  const { installing, waiting } = registration;
  if (waiting && hadWorker) ready();
  if (installing) waitFor(installing);
  registration.addEventListener('updatefound', () => {
    if (registration?.installing) waitFor(registration.installing);
  });
  setInterval(() => void registration?.update().catch(() => {}), checkMs);
}

function waitFor(worker: ServiceWorker): void {
  worker.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller !== null) ready();
  });
}

/** Without a service worker: whether the page names other scripts than those that run. */
async function comparePage(): Promise<void> {
  const scripts = [...document.querySelectorAll('script[type=module][src]')];
  const page = await fetch('/', { cache: 'no-cache', headers: { accept: 'text/html' } })
    .then((answer) => (answer.ok ? answer.text() : undefined))
    .catch(() => undefined);
  const isNamed = (script: Element) => page?.includes(script.getAttribute('src') ?? '');
  if (page !== undefined && !scripts.every(isNamed)) ready();
}
