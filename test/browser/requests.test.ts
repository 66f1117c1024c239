import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { appRoutes } from '#test/axe/addresses.ts';
import { browserApp, inDrill, isDrill, whyNoBrowser } from '#test/browser/app.ts';
import { type Crowd, makeCrowd } from '#test/browser/crowd.ts';
import { expect200, type Person, password } from '#test/people.ts';
import { until } from '#test/until.ts';

const skip = await whyNoBrowser();
// Limits as in production: the demo has ten times as much.
const app = skip ? undefined : await browserApp({ MUSTER_DEMO: 'off', MUSTER_RATE_LIMIT: 'on' });
const mostRequests = 8;
const isWhole = isDrill || process.env['MUSTER_REQUESTS'] === 'all';
/** The pages with the longest lists; `npm run drill -- requests` opens all. */
const heavy = /^\/(manage(\/shifts\/\$id|\/people|\/audit)|shifts\/\$id|desk\/\$shiftId|)$/;

/** Browsers call it poor from here on. */
const mostMoved = 0.1;

/** Counts how far things move that are already on the screen, and remembers which. */
// Windows are used again, and so may have this twice. However slow this machine is, nothing appears before its turn.
const countMoves = `if (globalThis.moved === undefined) {
  const style = new CSSStyleSheet();
  style.replaceSync(':root { --muster-appear-after: 600s }');
  document.adoptedStyleSheets.push(style);
  globalThis.moved = { sum: 0, what: [] };
  const name = ({ node, previousRect, currentRect }) => [
    (node?.outerHTML ?? node?.textContent ?? '').slice(0, 100), previousRect.y, 'to', currentRect.y].join(' ');
  const add = (list) => {
    for (const { value, sources } of list.getEntries()) {
      moved.sum += value;
      if (value > 0.01) moved.what.push(...sources.map(name));
    }
  };
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
}`;
interface Moved {
  readonly sum: number;
  readonly what: readonly string[];
}
const hasPainted = "performance.getEntriesByType('paint').length > 0";

/** What a page asked the API for since it was last opened, and how far it moved. */
class Watched {
  readonly page: Page;
  readonly refused: string[] = [];
  #asked: string[] = [];
  readonly #pending = new Set<Request>();

  constructor(page: Page) {
    this.page = page;
    page.on('request', (request) => {
      // What the page before still asks for is not this one's.
      if (request.isNavigationRequest()) this.#forget();
      const { pathname, search } = new URL(request.url());
      if (!pathname.startsWith('/api/')) return;
      this.#asked.push(`${request.method()} ${pathname}${search}`);
      if (!pathname.endsWith('/live')) this.#pending.add(request);
    });
    page.on('response', (response) => {
      if (response.status() === 429) this.refused.push(response.url());
    });
    page.on('requestfinished', (request) => void this.#pending.delete(request));
    page.on('requestfailed', (request) => void this.#pending.delete(request));
  }

  async countMoves(): Promise<void> {
    await this.page.addInitScript(countMoves);
  }

  /** From now on, the API answers when the page has something on the screen, as it does on a slow network. */
  async answerLate(): Promise<void> {
    await this.page.route('**/api/**', async (route) => {
      await until(async () => await this.page.evaluate<boolean>(hasPainted));
      await route.continue();
    });
  }

  async moved(): Promise<Moved> {
    return await this.page.evaluate<Moved>('moved');
  }

  /** Loads the page as if it were the first one. */
  async load(path: string): Promise<readonly string[]> {
    await this.page.goto(path, { waitUntil: 'commit' });
    await this.waitUntilIdle();
    return this.#asked;
  }

  #forget(): void {
    this.#asked = [];
    this.#pending.clear();
  }

  /** Waits until the page asks for nothing more. */
  async waitUntilIdle(): Promise<void> {
    await until(async () => {
      await this.page.locator('h1').first().waitFor();
      await this.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      await this.page.evaluate(
        'new Promise((done) => requestIdleCallback(() => requestAnimationFrame(done)))',
      );
      return this.#pending.size === 0;
    });
  }
}

describe('an organization with thousands of shifts and people', { skip }, async () => {
  if (app === undefined) return;
  const { muster, visit, enter, axe, shoot } = app;
  const owner = await muster.person('Olga Owner');
  const organization = await muster.organization(owner);
  const crowd = await makeCrowd(
    muster,
    organization,
    isWhole ? { people: 10_000, days: 100 } : { people: 4_000, days: 20 },
  );
  const [coordinator, desk, volunteer] = [
    await muster.member(organization, 'coordinator'),
    await muster.member(organization, 'check_in'),
    await muster.member(organization, 'volunteer'),
  ];
  const endpoint = { name: 'Mirror', url: 'https://example.org/hook', events: ['shift.created'] };
  const webhook = expect200(await muster.as(owner.token).post('/webhooks/endpoints', endpoint)).id as number;
  const all = (await appRoutes()).map(({ path }) => path).sort();
  const paths = all.filter((path) => isWhole || heavy.test(path));

  /** Opens the pages that are theirs as if each were the first one. Returns which of them ask for too much, or move. */
  async function walk({ person, own, phone }: Walk): Promise<string[]> {
    const watched = new Watched(await visit({ phone }));
    if (person !== undefined) await enter(watched.page, person.email, { password });
    await watched.countMoves();
    // Other tests use the window too.
    if (isWhole) await watched.answerLate();
    const tooMany: string[] = [];
    for (const path of paths.filter((one) => own.test(one))) {
      const asked = await watched.load(addressOf(path, { crowd, webhook, person: volunteer.id }));
      if (asked.length > mostRequests) tooMany.push(`${path}: ${asked.length}\n  ${asked.join('\n  ')}`);
      const { sum, what } = await watched.moved();
      if (sum > mostMoved) tooMany.push(`${path}: moves by ${sum.toFixed(2)}\n  ${what.join('\n  ')}`);
    }
    assert.deepEqual(watched.refused, [], 'answered with 429');
    return tooMany;
  }

  const core = '^/manage(/(shifts|people|hours)(/.*)?)?$';
  const management: Record<string, Walk> = {
    'a coordinator': { person: coordinator, own: new RegExp(core), phone: false },
    'the owner': { person: owner, own: new RegExp(`^(?!${core.slice(1)})/manage`), phone: false },
  };
  const walks: Record<string, Walk> = {
    'a visitor': { own: /^\/(?!me|profile|desk|manage|shifts|calendar|journeys|badges|forms)/, phone: true },
    'a volunteer': {
      person: volunteer,
      own: /^\/(me|profile|shifts|calendar|journeys|badges|forms|$)/,
      phone: true,
    },
    'a desk helper': { person: desk, own: /^\/desk/, phone: true },
    ...management,
  };
  if (isWhole)
    for (const [name, walker] of Object.entries(management))
      walks[`${name} with a phone`] = { ...walker, phone: true };
  for (const [name, walker] of Object.entries(walks))
    it(`is asked for at most ${mostRequests} things by every page that ${name} opens, and none moves`, async () =>
      assert.deepEqual(await walk(walker), []));

  inDrill('shows coordinators how to reach a member, and the emergency contact on demand', async () => {
    const contact = { name: 'Bo Berg', phone: '+1 555 0100' };
    const profile = { phone: '+1 555 0123', emergency_contact: contact };
    expect200(await muster.as(volunteer.token).patch('/me', profile));
    const watched = new Watched(await visit());
    await enter(watched.page, coordinator.email, { password });
    await watched.load(`/manage/people/${volunteer.id}`);
    const main = watched.page.locator('main');
    assert.equal(await main.getByRole('link', { name: profile.phone }).getAttribute('href'), 'tel:+15550123');
    await main.getByText('always available').waitFor();
    assert.equal(await main.getByText(contact.name).count(), 0);
    await main.getByRole('button', { name: 'Show emergency contact of Test volunteer' }).click();
    await main.getByText(contact.name).waitFor();
    assert.deepEqual(await axe(watched.page), []);
    await shoot(watched.page, 'person');
    const looks = expect200(await muster.as(owner.token).get('/audit?action=member.emergency_contact_shown'));
    assert.equal(looks.items.length, 1);
    await watched.load('/manage/hours');
    await main
      .getByRole('button', { name: /^Verify \d+ for Shift/ })
      .first()
      .waitFor();
    await muster.database.pool.query('update attendance set verified_at = now()');
    await watched.load('/manage/hours');
    await main.getByText('All caught up: no hours to verify.').waitFor();
  });

  it('no request was answered with a 500', () => assert.deepEqual(muster.errors, []));
});

interface Walk {
  readonly person?: Person;
  readonly own: RegExp;
  readonly phone: boolean;
}

interface Examples {
  readonly crowd: Crowd;
  readonly webhook: number;
  readonly person: number;
}

function addressOf(path: string, { crowd, webhook, person }: Examples): string {
  const examples: [RegExp, number][] = [
    [/^\/shifts\//, crowd.demanding],
    [/^\/(?:manage\/shifts|desk)\//, crowd.crowded],
    [/^\/(?:manage\/)?badges\//, crowd.firstBadge],
    [/^\/(?:manage\/)?forms\//, crowd.firstForm],
    [/^\/(?:manage\/)?journeys\//, crowd.firstJourney],
    [/^\/manage\/people\//, person],
    [/^\/manage\/webhooks\//, webhook],
  ];
  return path.replace(/\$\w+/, () => {
    const id = examples.find(([pattern]) => pattern.test(path))?.[1];
    assert.ok(id, `${path} needs an example`);
    return String(id);
  });
}
