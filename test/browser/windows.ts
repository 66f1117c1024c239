import { afterEach } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launch } from './chromium.ts';

/** How somebody looks at the app. */
export interface Visit {
  readonly phone?: boolean;
  readonly dark?: boolean;
  readonly language?: 'en-GB' | 'en-US' | 'de-DE';
  readonly zone?: string;
  /** Stays open for the tests that follow; other windows end with the test that opened them. */
  readonly stays?: boolean;
  /** Never used again: for a test that changes what all pages of the window see, such as their clock. */
  readonly changed?: boolean;
}

interface Window {
  readonly context: BrowserContext;
  readonly look: string;
  readonly visit: Visit;
}

/**
 * The windows of one process. A new one has to fetch and compile the whole app, which takes four times as long as
 * opening a page of it; so a window is emptied and used again by the next test that wants one of the same look.
 */
const open = new Set<Window>();
const free: Window[] = [];
let browser: Promise<Browser> | undefined;

afterEach(() => closeWindows((window) => window.visit.stays !== true));

/** A page in a window without cookies and storage. */
export async function openWindow(baseURL: string, visit: Visit): Promise<Page> {
  const options = optionsOf(baseURL, visit);
  const look = JSON.stringify(options);
  const used = visit.changed ? -1 : free.findIndex((window) => window.look === look);
  const context = free.splice(used, used < 0 ? 0 : 1)[0]?.context ?? (await newContext(options));
  open.add({ context, look, visit });
  const page = await context.newPage();
  if (used >= 0) await empty(page, baseURL);
  return page;
}

/** Ends the windows of a file of tests. */
export const closeAllWindows = (): Promise<void> => closeWindows(() => true);

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

async function newContext(options: BrowserContextOptions): Promise<BrowserContext> {
  browser ??= launch();
  const context = await (await browser).newContext(options);
  // A machine that runs other tests as well may take its time.
  context.setDefaultTimeout(60_000);
  return context;
}

async function closeWindows(isWanted: (window: Window) => boolean): Promise<void> {
  for (const window of [...open].filter(isWanted)) {
    open.delete(window);
    const pages = window.context.pages();
    // A test may have closed its window itself.
    if (pages.length === 0) continue;
    if (window.visit.changed) await window.context.close();
    else {
      await window.context.setOffline(false);
      await window.context.unrouteAll({ behavior: 'ignoreErrors' });
      await Promise.all(pages.map((page) => page.close()));
      free.push({ ...window });
    }
  }
}

async function empty(page: Page, origin: string): Promise<void> {
  await page.context().clearCookies();
  await page.context().clearPermissions();
  const debug = await page.context().newCDPSession(page);
  const storageTypes = 'cookies,indexeddb,local_storage,service_workers,cache_storage,file_systems,websql';
  await debug.send('Storage.clearDataForOrigin', { origin: new URL(origin).origin, storageTypes });
  await debug.detach();
}

function optionsOf(baseURL: string, { phone, dark, language, zone }: Visit): BrowserContextOptions {
  return {
    baseURL,
    locale: language ?? 'en-GB',
    timezoneId: zone ?? 'Europe/Berlin',
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 900 },
    ...(phone && { hasTouch: true, isMobile: true }),
  };
}
