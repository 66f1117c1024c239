import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { Locator, Page, Response } from 'playwright-core';
import { addresses, appRoutes, type Rank } from '#test/axe/addresses.ts';
import { browserApp, isDrill, whyNoBrowser } from '#test/browser/app.ts';
import { openEmpty } from '#test/browser/windows.ts';
import { expect200 } from '#test/people.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp({ MUSTER_ALLOW_TARGETS: '127.0.0.0/8' });
const readPage = await readFile(new URL('page-texts.js', import.meta.url), 'utf8');

/** Each page is opened by the person it is for. */
const walkers: readonly { name: string; email?: string; rank: Rank }[] = [
  { name: 'a visitor', rank: 'everybody' },
  { name: 'a volunteer', email: 'volunteer@demo.muster', rank: 'person' },
  { name: 'a check-in helper', email: 'desk@demo.muster', rank: 'check_in' },
  { name: 'a coordinator', email: 'coordinator@demo.muster', rank: 'coordinator' },
  { name: 'the owner', email: 'owner@demo.muster', rank: 'admin' },
];
const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;
/** Which buttons beside a page's title open a dialog or a menu. */
const openers: Readonly<Record<string, readonly number[]>> = {
  '/manage/shifts/1': [0, 1],
  '/manage/forms': [0],
  '/manage/journeys': [0],
  '/manage/badges': [0],
  '/manage/badges/2': [0, 1],
  '/manage/programs': [0],
  '/manage/missions': [0],
  '/manage/members': [0],
  '/manage/api-keys': [0],
  '/manage/webhooks': [0],
  '/manage/webhooks/1': [1],
};
/** One screen in ten on a phone, and another on a desktop; `npm run drill -- browser` has all of them on both. */
const oneIn = 10;
function screensIn(all: readonly string[]): [keyof typeof sizes, string][] {
  const isTurnOf = { desktop: 5, phone: 0 } as const;
  return (['phone', 'desktop'] as const).flatMap((size) =>
    all
      .filter((_, index) => isDrill || index % oneIn === isTurnOf[size])
      .map((address): [keyof typeof sizes, string] => [size, address]),
  );
}
const overlay = '[role=dialog], [role=menu]';
const untilItFits = `new Promise((done) => {
  const { documentElement: page } = document;
  let framesLeft = 120;
  const look = () => {
    framesLeft -= 1;
    if (page.scrollWidth <= page.clientWidth || framesLeft === 0) done();
    else requestAnimationFrame(look);
  };
  look();
})`;

/** What a page showed: its texts with the place of each, and the labels that don't fit. */
interface PageTexts {
  readonly texts: readonly { text: string; where: string }[];
  readonly clipped: readonly string[];
}

/** The strings in the API's responses: names, titles and refusals aren't texts of the app. */
class ApiStrings {
  readonly #pending: Promise<void>[] = [];
  readonly #strings = new Set<string>();
  #words: RegExp | undefined;

  constructor(page: Page) {
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.startsWith('/api/')) this.#pending.push(this.#read(response));
    });
  }

  async #read(response: Response): Promise<void> {
    if (response.headers()['content-type']?.includes('json') !== true) return;
    this.#collect(await response.json().catch(() => null));
    this.#words = undefined;
  }

  #collect(value: unknown): void {
    if (typeof value === 'string' && !choices.has(value)) this.#strings.add(normal(value));
    if (typeof value === 'object' && value !== null)
      for (const one of Object.values(value)) this.#collect(one);
  }

  /** The text without data and without what Intl writes. The pseudo-locale leaves no letter without an accent. */
  async isFromCatalogue(text: string): Promise<boolean> {
    await Promise.all(this.#pending.splice(0));
    if (this.#strings.has(normal(text))) return true;
    this.#words ??= anyOf([...this.#strings].filter((one) => one.length > 1));
    return !/[A-Za-z]/.test(normal(text).replace(this.#words, ' ').replace(ofIntl, ' '));
  }
}

const normal = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** The longest first, and not within a longer word. */
function anyOf(words: readonly string[]): RegExp {
  const longestFirst = [...new Set(words)].sort((one, other) => other.length - one.length);
  const either = longestFirst.map((word) => RegExp.escape(word)).join('|');
  return new RegExp(`(?<![\\p{L}\\d])(?:${either})(?![\\p{L}\\d])`, 'gu');
}

/** Values that the contract lists, such as `published`, need a text. Only events are shown by their names. */
const choices = new Set<string>();
(function collect(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if ('enum' in value && Array.isArray(value.enum)) for (const one of value.enum) choices.add(String(one));
  for (const one of Object.values(value)) collect(one);
})(JSON.parse(await readFile('docs/openapi.json', 'utf8')));
const events = [...choices].filter((one) => one.includes('.'));

const dateWords = (['long', 'short'] as const).flatMap((style) =>
  Array.from({ length: 366 }, (_, day) =>
    new Intl.DateTimeFormat('en', {
      ...{ month: style, weekday: style, hour: 'numeric' },
      // That of the demo.
      ...{ timeZone: 'America/New_York', timeZoneName: style },
    })
      .formatToParts(day * 86_400_000 + (day % 24) * 3_600_000)
      .map(({ value }) => value)
      .filter((value) => /\p{L}/u.test(value)),
  ).flat(),
);
const listWords = new Intl.ListFormat('en').format(['1', '2', '3']).match(/\p{L}+/gu) ?? [];
const unitWords = (['long', 'short'] as const).flatMap((unitDisplay) =>
  ['hour', 'minute'].flatMap((unit) =>
    [1, 2].map((count) =>
      new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay }).format(count).replace(/^\d+ /, ''),
    ),
  ),
);
const ofIntl = anyOf([
  ...dateWords,
  ...listWords,
  ...unitWords,
  ...Intl.supportedValuesOf('timeZone'),
  'UTC',
  ...events,
]);

describe('the pseudo-locale', { skip }, () => {
  if (app === undefined) return;
  const { visit, go, enter, shoot, consoleErrors, muster, url } = app;

  /** A page in the pseudo-locale, and what is wrong with the texts it shows right now. */
  const start = async (email?: string) => {
    const page = await visit();
    const strings = new ApiStrings(page);
    if (email === undefined) await openEmpty(page, url);
    else await enter(page, email);
    await page.evaluate(`localStorage.setItem('muster.language', 'en-XA')`);
    const judge = async (): Promise<string[]> => {
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      const { texts, clipped } = await page.evaluate<PageTexts>(readPage);
      const found = [...clipped];
      for (const { text, where } of texts)
        if (!(await strings.isFromCatalogue(text)))
          found.push(`not in the catalogue: ${normal(text)} (${where})`);
      return found;
    };
    return { page, judge };
  };

  it('shows text outside the catalogue and labels that are cut off', async () => {
    const { page, judge } = await start();
    await go(page, '/login');
    await page.evaluate(`{
      const add = (name, text) => document.querySelector('main').appendChild(Object.assign(document.createElement(name), text));
      add('p', { title: 'Hint', textContent: 'Hello published' });
      for (const name of ['button', 'h2']) add(name, { className: 'narrow', textContent: '⟦Šĥîîƒţ⟧' });
      const style = new CSSStyleSheet();
      style.replaceSync('.narrow { width: 30px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis }');
      document.adoptedStyleSheets = [style];
    }`);
    const found = (await judge()).map((one) => one.replace(/\d+ px/, 'some px'));
    assert.deepEqual(found, [
      'cut off by some px: button "⟦Šĥîîƒţ⟧"',
      'cut off by some px: h2 "⟦Šĥîîƒţ⟧"',
      'not in the catalogue: Hello published (main)',
      'not in the catalogue: Hint (title of main)',
    ]);
  });

  it('has an endpoint for webhooks to show', async () => {
    const { token } = await muster.member(1, 'owner');
    const endpoint = { name: 'Hook', url: 'http://127.0.0.1:8099/hook', events: ['shift.checkin'] };
    expect200(await muster.as(token).post('/webhooks/endpoints', { ...endpoint, organization_id: 1 }));
  });

  // Long walks, on a machine that runs other tests as well.
  const timeout = 600_000;
  for (const { name, email, rank } of walkers)
    it(`fits on every screen of ${name}, and every text is from the catalogue`, { timeout }, async () => {
      const { page, judge } = await start(email);
      /** Each error with the first screen that has it: what surrounds a page is on all of them. */
      const found = new Map<string, string>();
      const look = async (screen: string, size: string) => {
        // What floats follows the window some frames later.
        await page.evaluate(untilItFits);
        for (const error of await judge()) if (!found.has(error)) found.set(error, `${screen} (${size})`);
        await shoot(page, `pseudo-${size}${screen.replaceAll(/[/?= ]+/g, '-')}`);
      };
      const routes = (await appRoutes()).filter(({ needs }) => needs === rank);
      const screens = routes.flatMap(({ path }) => addresses[path] ?? []);
      for (const [size, address] of screensIn(screens)) {
        await page.setViewportSize(sizes[size]);
        await go(page, address);
        await look(address, size);
        for (const [index, opener] of (await openersOf(page, address)).entries()) {
          await opener.click();
          await page.locator(overlay).last().waitFor();
          await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
          await look(`${address} opened ${index}`, size);
          await page.keyboard.press('Escape');
          await page.locator(overlay).first().waitFor({ state: 'detached' });
        }
      }
      assert.equal(await page.locator('html').getAttribute('lang'), 'en-XA');
      assert.deepEqual(
        Array.from(found, ([error, screen]) => `${screen}: ${error}`),
        [],
      );
      assert.deepEqual(consoleErrors(page), []);
    });
});

/** The listed buttons of this page, and the last of the others that open something: the menu of a row. */
async function openersOf(page: Page, address: string): Promise<Locator[]> {
  const beside = page.locator('main h1').locator('xpath=../following-sibling::*//button');
  const listed = (openers[address] ?? []).map((index) => beside.nth(index));
  const others = page.locator('main').locator('[aria-haspopup=dialog], [aria-haspopup=menu]');
  // On a phone, a table has no headings.
  const other = others.filter({ visible: true }).last();
  return (await other.count()) === 0 ? listed : [...listed, other];
}
