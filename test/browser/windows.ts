import { afterEach } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launch } from './chromium.ts';
import { describePage, watchRequests } from './failed-page.ts';

/** How someone looks at the app. */
export interface Visit {
  readonly phone?: boolean;
  readonly dark?: boolean;
  readonly language?: 'en-GB' | 'en-US' | 'de-DE';
  readonly zone?: string;
  /** Stays open for the tests that follow; other windows end with the test that opened them. */
  readonly stays?: boolean;
  /** Never used again: for a test that changes what a page finds when it starts, such as its clock. */
  readonly changed?: boolean;
}

interface Window {
  readonly page: Page;
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

afterEach(async (context) => {
  const hasFailed = 'passed' in context && !context.passed;
  if (hasFailed) for (const { page } of open) console.error(await describePage(page).catch(String));
  await closeWindows((window) => window.visit.stays !== true);
});

/** A page in a window without cookies and storage. */
export async function openWindow(baseURL: string, visit: Visit): Promise<Page> {
  const options = optionsOf(baseURL, visit);
  const look = JSON.stringify(options);
  const used = visit.changed ? -1 : free.findIndex((window) => window.look === look);
  const page = free.splice(used, used < 0 ? 0 : 1)[0]?.page ?? (await newPage(options));
  if (visit.dark) await page.emulateMedia({ colorScheme: 'dark' });
  watchRequests(page);
  open.add({ page, look, visit });
  return page;
}

/** Ends the windows of a file of tests. */
export const closeAllWindows = (): Promise<void> => closeWindows(() => true);

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

async function newPage(options: BrowserContextOptions): Promise<Page> {
  browser ??= launch();
  const context = await (await browser).newContext(options);
  // A machine that runs other tests as well may take its time.
  context.setDefaultTimeout(60_000);
  return await context.newPage();
}

async function closeWindows(isWanted: (window: Window) => boolean): Promise<void> {
  for (const window of [...open].filter(isWanted)) {
    open.delete(window);
    const { page, visit } = window;
    const isWhole = !page.isClosed() && !visit.changed;
    if (isWhole) await empty(window).then(() => free.push(window));
    else await page.context().close();
  }
}

/** The same window, with nothing left in it of what it showed. */
async function empty({ page, visit }: Window): Promise<void> {
  const context = page.context();
  const origins = new Set(context.pages().map((one) => new URL(one.url()).origin));
  await Promise.all(context.pages().map((one) => (one === page ? undefined : one.close())));
  await context.setOffline(false);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.removeAllListeners();
  // A page with something unsaved asks whether it may go.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.evaluate('sessionStorage.clear()').catch(() => undefined);
  if (page.url().startsWith('http')) await openEmpty(page, page.url());
  await page.removeAllListeners();
  await context.clearCookies();
  await context.clearPermissions();
  const debug = await context.newCDPSession(page);
  const storageTypes = 'cookies,indexeddb,local_storage,service_workers,cache_storage,file_systems,websql';
  for (const origin of origins)
    if (origin !== 'null') await debug.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await debug.detach();
  await page.setViewportSize(sizeOf(visit.phone));
  await page.emulateMedia({ media: null, colorScheme: 'light', forcedColors: null });
}

/**
 * To the empty page of the same address and the same policy: any other would end the process that shows the page, and a
 * new one has to compile the whole app. The server has it: while Playwright answers in its place, one in 60 requests that a
 * page sends on leaving never arrives, and none of 2,300 otherwise.
 */
export async function openEmpty(page: Page, url: string): Promise<void> {
  await page.goto(new URL(emptyPage, url).href);
}

export const emptyPage = '/empty';

const sizeOf = (phone = false) => (phone ? { width: 390, height: 844 } : { width: 1280, height: 900 });

function optionsOf(baseURL: string, { phone, language, zone }: Visit): BrowserContextOptions {
  return {
    baseURL,
    locale: language ?? 'en-GB',
    timezoneId: zone ?? 'Europe/Berlin',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    viewport: sizeOf(phone),
    ...(phone && { hasTouch: true, isMobile: true }),
  };
}
