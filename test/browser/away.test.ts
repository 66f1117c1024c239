import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page, Request } from 'playwright-core';
import { addresses, appRoutes } from '#test/axe/addresses.ts';
import { browserApp, demo, inDrill, isDrill, whyNoBrowser } from '#test/browser/app.ts';
import { until } from '#test/until.ts';
import { unanswered } from './failed-page.ts';
import { type Gateway, gateway } from './gateway.ts';
import { passTime } from './pass-time.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp();
const front = app && (await gateway(app.url));
/** The check-in desk says so in its own words. */
const isAway = /We can’t reach the server\.|You’re offline\. Check-ins are saved on this device\./;
const failed = 'No connection';

interface Fault {
  readonly begin: (front: Gateway) => void;
  readonly end: (front: Gateway) => void;
  /** The page is opened while the fault is there, not before. */
  readonly isOpenedMeanwhile: boolean;
}

const faults: Readonly<Record<'hangs' | 'is gone', Fault>> = {
  hangs: {
    begin: (to) => {
      to.hold(/./);
      to.silence();
    },
    end: (to) => {
      to.hold(undefined);
      to.speak();
    },
    isOpenedMeanwhile: false,
  },
  'is gone': { begin: (to) => to.stop(), end: (to) => to.start(), isOpenedMeanwhile: true },
};

/** From within the app: a page that can't be loaded stays on the screen with what was said about that. */
const goTo = (page: Page, address: string) =>
  page.evaluate(`history.pushState({}, '', ${JSON.stringify(address)})`);

/** Some pages of each kind of person; `npm run drill -- browser` has them all. */
const oneIn = isDrill ? 1 : 12;

describe('a server that is away', { skip }, () => {
  if (app === undefined || front === undefined) return;
  const { visit, load, go, consoleErrors } = app;

  const logIn = async (page: Page): Promise<void> => {
    await go(page, '/login');
    await page.locator('input[name=email]').fill(demo.owner);
    await page.locator('input[name=password]').fill(demo.password);
    await page.locator('main button[type=submit]').click();
    await page.getByText('Logged in as').waitFor();
  };

  /** Each page meets one of the faults, and its neighbor in the list the other one. The public ones have a visitor. */
  const routesWith = async (fault: Fault) => {
    const routes = (await appRoutes()).filter(
      (_, index) => (index % 2 === 1) === fault.isOpenedMeanwhile && Math.floor(index / 2) % oneIn === 0,
    );
    const isPublic = (needs: string) => needs === 'everybody';
    return [
      ...routes.filter(({ needs }) => isPublic(needs)),
      ...routes.filter(({ needs }) => !isPublic(needs)),
    ];
  };

  const walk = async (fault: Fault): Promise<void> => {
    const page = await visit({ changed: true });
    await page.clock.install();
    await load(page, `${front.url}/login`);
    let isPerson = false;
    let lost: readonly Request[] = [];
    for (const { path, needs } of await routesWith(fault)) {
      const address = addresses[path]?.[0];
      if (address === undefined) continue;
      if (!isPerson && needs !== 'everybody') await logIn(page);
      isPerson = needs !== 'everybody';
      if (!fault.isOpenedMeanwhile) await go(page, address);
      await until(async () => {
        await passTime(page, 250, lost);
        return front.streams() === 1;
      });
      fault.begin(front);
      if (fault.isOpenedMeanwhile) await goTo(page, address);
      await page.clock.runFor(9_500);
      await page.getByText(isAway).or(page.getByText(failed)).first().waitFor();
      await page.locator('main h1').first().waitFor();
      lost = unanswered(page);
      fault.end(front);
      // It is asked again after a pause, and what failed is read after that.
      await until(async () => {
        await passTime(page, 2_000, lost);
        return (await page.getByText(isAway).or(page.getByText(failed)).count()) === 0;
      });
      await page.locator('h1').first().waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      assert.equal(new URL(page.url()).pathname, new URL(address, front.url).pathname);
    }
    assert.ok(isPerson);
    assert.deepEqual(consoleErrors(page), []);
  };

  for (const [name, fault] of Object.entries(faults)) {
    // Of a stream that is open and dead, live.test.ts has a test.
    const test: typeof inDrill = fault.isOpenedMeanwhile ? it : inDrill;
    void test(
      `shows within ten seconds on every kind of page when it ${name}, and the page recovers`,
      { timeout: 600_000 },
      () => walk(fault),
    );
  }
});

describe('a part of a page that is slow or fails', { skip }, () => {
  if (app === undefined) return;
  const { visit, open, enter } = app;

  inDrill(
    'keeps what is below it waiting for a moment at most, and never hides what is on the screen',
    async () => {
      const page = await visit({ changed: true });
      await enter(page, demo.volunteer);
      const isBelow = page.locator('#my-data');
      // Longer than any machine takes to get here.
      await page.addInitScript(`{
      const style = new CSSStyleSheet();
      style.replaceSync(':root { --muster-appear-after: 600s }');
      document.adoptedStyleSheets = [style];
    }`);
      let answers = false;
      await page.route('**/api/v1/me/sessions', (route) => (answers ? route.continue() : undefined));
      await page.goto('/me/settings');
      await page.locator('[aria-busy=true]').first().waitFor();
      await isBelow.waitFor({ state: 'attached' });
      assert.equal(await isBelow.isVisible(), false);
      await page.evaluate('document.adoptedStyleSheets = []');
      await isBelow.waitFor();
      answers = true;
      await open(page, '/me/settings');
      await page.getByRole('button', { name: 'Download my data' }).focus();
      await page.evaluate("document.getElementById('sessions').parentElement.ariaBusy = 'true'");
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      assert.ok(await isBelow.isVisible());
      assert.equal(await page.evaluate('document.activeElement.tagName'), 'BUTTON');
    },
  );

  inDrill('is said to have failed, also when it is what decides who may see the page', async () => {
    const page = await visit({ changed: true });
    await page.clock.install();
    await enter(page, demo.coordinator);
    let fails = true;
    const problem = { status: 500, contentType: 'application/problem+json', body: '{"code":"internal"}' };
    await page.route('**/api/v1/organizations?*', (route) =>
      fails ? route.fulfill(problem) : route.continue(),
    );
    await page.goto('/manage');
    const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
    const passUntil = (element: Locator) =>
      until(async () => {
        await passTime(page, 2_000);
        return await element.isVisible();
      });
    await passUntil(retry);
    fails = false;
    await passUntil(page.getByRole('heading', { level: 1, name: 'Today' }));
  });
});
