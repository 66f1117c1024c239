import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { seedDemo } from '#app/first-start.ts';
import { createServer, createWorker } from '#app/service.ts';
import { startWeb, webStamp } from '#app/web-build.ts';
import { neverOverloaded } from '#platform/http/load.ts';
import { pagePolicy } from '#platform/http/web-files.ts';
import { createLog } from '#platform/log/index.ts';
import { until } from '#test/until.ts';
import { type PeopleApp, peopleApp } from '../people.ts';
import { findBrowser } from './chromium.ts';
import { closeAllWindows, closeBrowser, emptyPage, openEmpty, openWindow, type Visit } from './windows.ts';

export type { Visit } from './windows.ts';

export const demo = {
  owner: 'owner@demo.muster',
  coordinator: 'coordinator@demo.muster',
  volunteer: 'volunteer@demo.muster',
  password: 'demo-password',
} as const;

/** Whether everything is tested that `npm test` leaves out to save time: `npm run drill -- browser`. */
export const isDrill = process.env['MUSTER_BROWSER_TESTS'] === 'all';

type Work = () => Promise<void>;

/** A test that only the drill has: of a rare case, or of what another test or a test of the service shows as well. */
export const inDrill: {
  (name: string, work: Work): unknown;
  (name: string, options: { readonly timeout: number }, work: Work): unknown;
} = isDrill ? it : () => undefined;

/** Which address of the service is used, and a password that isn't the demo's. */
interface Entry {
  readonly throughUrl?: string;
  readonly password?: string;
}

export interface BrowserApp {
  readonly muster: PeopleApp;
  readonly url: string;
  /** A page in a window without cookies and storage, closed after the test. Errors in its console fail `assertQuiet`. */
  visit(how?: Visit): Promise<Page>;
  /** Shows what the service has there right now, and waits until the heading is there and nothing is loading. */
  open(page: Page, address: string): Promise<void>;
  /** The same, but the page keeps what it has read before. */
  go(page: Page, address: string): Promise<void>;
  /** Opens it as the first page of the app: with new scripts, a new clock, and nothing left of the page before. */
  load(page: Page, address: string): Promise<void>;
  logIn(page: Page, email: string): Promise<void>;
  /** Logs in without the form and the page that follows it: for a test that opens another page next. */
  enter(page: Page, email: string, how?: Entry): Promise<void>;
  /** What axe finds wrong, one line each: in what is open over the page, or else in its main part. */
  axe(page: Page): Promise<string[]>;
  /** The same in the drill, and nothing without it: `npm test` judges one screen of each kind. */
  axeInDrill(page: Page): Promise<string[]>;
  /** The same for all of the page, with what surrounds it. */
  axeAll(page: Page): Promise<string[]>;
  /** A picture in test/screenshots, where MUSTER_SCREENSHOTS asks for them. */
  shoot(page: Page, name: string): Promise<void>;
  /** What the page complained about so far. */
  consoleErrors(page: Page): readonly string[];
}

/** What a test asks of an element: the types of the DOM are not those of a test. */
interface AskedElement {
  readonly isConnected: boolean;
  matches(selector: string): boolean;
}

/** An element may be drawn again between being found and being asked: then the one in its place is asked. */
export async function isFocused(locator: Locator): Promise<boolean> {
  for (;;) {
    const answer = await locator.evaluate((element) => {
      const asked = element as unknown as AskedElement;
      return asked.isConnected ? asked.matches(':focus') : undefined;
    });
    if (answer !== undefined) return answer;
  }
}

/** The name or the text of what has the keyboard. */
export async function focused(page: Page): Promise<string> {
  return await page.evaluate(
    "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.slice(0, 100)",
  );
}

/** Why the tests of a file cannot run here, for `describe(…, { skip })`; false where they can. */
export async function whyNoBrowser(): Promise<string | false> {
  return (await findBrowser()) === undefined ? 'no Chromium on this machine: set MUSTER_BROWSER' : false;
}

/** Files that share a process come one after the other, each with its own program and data. */
let endPrevious: (() => Promise<void>) | undefined;
/** They all serve from one address: a browser keeps what it fetched and compiled for as long as that stays. */
let port = 0;

/** The whole program on demo data, or empty with MUSTER_DEMO off, seen through a browser. Ended with its test file. */
export async function browserApp(environment: Record<string, string> = {}): Promise<BrowserApp> {
  const stops: (() => Promise<void>)[] = [];
  const end = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  // Hooks run in the order in which they were made: what uses the database must end before it is closed.
  after(async () => {
    await end();
    await closeBrowser();
  });
  // Each connection plans each statement once more.
  const muster = await peopleApp({ MUSTER_DEMO: 'on', ...environment }, { size: 5 });
  if (muster.platform.config.demo) await seedDemo(muster.platform);
  await endPrevious?.();
  endPrevious = end;
  const url = await serve(muster, stops);
  stops.push(closeAllWindows);
  const complaints = new WeakMap<Page, string[]>();
  return {
    muster,
    url,
    visit: (how = {}) => newPage(url, how, complaints),
    open,
    go,
    load,
    async logIn(page, email) {
      await load(page, '/login');
      await page.locator('input[name=email]').fill(email);
      await page.locator('input[name=password]').fill(demo.password);
      await page.locator('main button[type=submit]').click();
      await page.waitForURL((at) => at.pathname !== '/login');
      await waitUntilQuiet(page);
    },
    enter: (page, email, how) => enter(page, email, { throughUrl: url, password: demo.password, ...how }),
    axe: (page) => axe(page, isDrill ? 'document' : inFront),
    axeInDrill: async (page) => (isDrill ? await axe(page, 'document') : []),
    axeAll: (page) => axe(page, 'document'),
    async shoot(page, name) {
      if (!process.env['MUSTER_SCREENSHOTS']) return;
      const folder = path.resolve('test/screenshots');
      await mkdir(folder, { recursive: true });
      await page.screenshot({ path: path.join(folder, `${name}.png`) });
    },
    consoleErrors: (page) => complaints.get(page) ?? [],
  };
}

async function serve(muster: PeopleApp, stops: (() => Promise<void>)[]): Promise<string> {
  const lines: string[] = [];
  const log = createLog('warn', false, { write: (line) => void lines.push(line) });
  const web = startWeb(log);
  stops.push(async () => web.stop());
  await web.files();
  // Where a build fails the service goes on with yesterday's app, which would pass these tests.
  const built = await readFile('web/dist/.stamp', 'utf8').catch(() => '');
  assert.equal(built, await webStamp(), `the web app could not be built: ${lines.join('')}`);
  const app = await createServer(muster.platform, web, { load: neverOverloaded });
  app.get(emptyPage, (_request, reply) => reply.headers(pagePolicy()).type('text/html').send(''));
  // Live updates come from events, which the worker hands on.
  const worker = await createWorker(muster.platform, muster.database.url, { hasSchedule: false });
  stops.push(
    () => worker.stop(),
    () => app.close(),
  );
  const url = await app.listen({ port, host: '127.0.0.1' });
  answerLate(app.server, Number(process.env['MUSTER_TEST_DELAY'] ?? 0));
  port = Number(new URL(url).port);
  return url;
}

/** Every answer of the API comes that much later, as on a busy machine. A test that looks too soon fails each time then. */
function answerLate(server: Server, delayMs: number): void {
  if (delayMs === 0) return;
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const handle = () => handlers.forEach((one) => void one.call(server, request, response));
    setTimeout(handle, request.url?.startsWith('/api/') ? delayMs : 0);
  });
}

async function newPage(url: string, how: Visit, complaints: WeakMap<Page, string[]>): Promise<Page> {
  const page = await openWindow(url, how);
  const errors: string[] = [];
  complaints.set(page, errors);
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // A refusal that the app shows to the person is not an error of the page.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) errors.push(message.text());
  });
  return page;
}

/** What the form does: the cookie of the session, and whose it is. */
async function enter(page: Page, email: string, { throughUrl, password }: Required<Entry>): Promise<void> {
  if (page.url() !== new URL(emptyPage, throughUrl).href) await openEmpty(page, throughUrl);
  const body = JSON.stringify({ email, password });
  await page.evaluate(`(async () => {
    const headers = { 'content-type': 'application/json' };
    const login = { method: 'POST', headers, body: ${JSON.stringify(body)} };
    const answer = await fetch('/api/v1/auth/browser/login', login);
    if (!answer.ok) throw new Error(await answer.text());
    localStorage.setItem('muster.session', String((await answer.json()).user_id));
  })()`);
}

async function load(page: Page, address: string): Promise<void> {
  // The service lives in the process of the test and may be too busy with that.
  await until(async () => (await page.goto(address))?.status() !== 503);
  await waitUntilQuiet(page);
}

/** Starting the app again would be two thirds of the work of opening a page. */
async function open(page: Page, address: string): Promise<void> {
  const isThere = isInApp(page) && isElsewhere(page.url(), address);
  if (!isThere || !(await page.evaluate<boolean>(forgetReads))) return await load(page, address);
  await go(page, address);
  await page.evaluate(untilSo(hasRead));
  await waitUntilQuiet(page);
}

async function go(page: Page, address: string): Promise<void> {
  if (!isInApp(page)) return await load(page, address);
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(address)})`);
  // The old page stays on the screen while the new one is loading.
  await page.evaluate(untilSo(isRendered));
  await waitUntilQuiet(page);
}

/** Asked in the page, that takes a tenth of the CPU. Tests that stop the clock of a page don't stop this one. */
const untilSo = (condition: string) => `new Promise((done) => {
  const look = () => (${condition} ? done() : scheduler.postTask(look, { delay: 20 }));
  look();
})`;

const isRendered = `(({ state, history }) =>
  state.status === 'idle' && state.resolvedLocation?.href === history.location.href)(__TSR_ROUTER__)`;

/** What the app has read: React knows it as a property of one of the first components that it has drawn. */
const reads = `(() => {
  const root = document.getElementById('app') ?? {};
  const key = Object.keys(root).find((one) => one.startsWith('__reactContainer'));
  const drawn = [root[key]?.stateNode.current];
  for (const one of drawn) {
    if (one?.memoizedProps?.client?.getQueryCache) return one.memoizedProps.client;
    if (one) drawn.push(one.child, one.sibling);
  }
})()`;
const forgetReads = `(() => {
  const client = ${reads};
  client?.removeQueries({ type: 'inactive' });
  client?.invalidateQueries({ refetchType: 'none' });
  return client !== undefined;
})()`;
const hasRead = `${reads}.isFetching() === 0`;

const isInApp = (page: Page) => page.url().startsWith('http') && new URL(page.url()).pathname !== emptyPage;

/** Another page of the same service. */
function isElsewhere(here: string, address: string): boolean {
  const there = new URL(address, here);
  return there.origin === new URL(here).origin && there.href !== here;
}

async function waitUntilQuiet(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
}

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: readonly {
    id: string;
    nodes: readonly { target: unknown; failureSummary?: string }[];
  }[];
}

/** Where something is open over the page, only that can be used. */
const inFront = `{ include: document.querySelector('[role=dialog], [role=menu]')
  ? ['[role=dialog], [role=menu]'] : ['main', '[role=alert]'] }`;

async function axe(page: Page, context: string): Promise<string[]> {
  // By the debugger: the page itself allows no script that is not ours.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(await axeSource);
  const { violations } = await page.evaluate<AxeResult>(
    `axe.run(${context}, { resultTypes: ['violations'], preload: false })`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${JSON.stringify(target)}: ${failureSummary ?? ''}`),
  );
}
