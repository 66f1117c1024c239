import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addresses, appRoutes, type Rank } from '#test/axe/addresses.ts';
import { browserApp, type Visit, whyNoBrowser } from '#test/browser/app.ts';
import { expect200 } from '#test/people.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp({ MUSTER_ALLOW_TARGETS: '127.0.0.0/8' });

interface Walk {
  /** Who walks: none is a visitor. */
  readonly email?: string;
  readonly how: Visit;
  /** Which pages are theirs: each page is looked at once, by those whom it is for. */
  readonly ranks: readonly Rank[];
}

/** Judging takes three times as long as opening a page: here one in four is; `npm run drill -- axe` judges all. */
const oneIn = 4;

const walks: Readonly<Record<string, Walk>> = {
  visitor: { how: { phone: true, dark: true, language: 'de-DE' }, ranks: ['everybody'] },
  volunteer: { email: 'amir@demo.muster', how: { phone: true }, ranks: ['person'] },
  coordinator: {
    email: 'coordinator@demo.muster',
    how: { dark: true, language: 'de-DE' },
    ranks: ['check_in', 'coordinator'],
  },
  admin: { email: 'owner@demo.muster', how: { phone: true, language: 'de-DE' }, ranks: ['admin'] },
};

/** What reaches over the edge of the window, apart from tables that scroll on their own. */
const sticksOut = `Array.from(document.querySelectorAll('main *:not(thead *, [data-scrolls] *)'))
  .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map((one) => one.outerHTML.slice(0, 200)).slice(0, 3)`;

/** What takes time to change its look, though the visitor asked for less motion. */
const moves = `Array.from(document.querySelectorAll('*'))
  .filter((one) => getComputedStyle(one).transitionDuration.split(', ').some((time) => time !== '0s'))
  .map((one) => one.outerHTML.slice(0, 200)).slice(0, 3)`;

describe('every screen', { skip }, () => {
  if (app === undefined) return;
  const { visit, go, enter, axe, shoot, consoleErrors, muster } = app;

  it('has something to show', async () => {
    const { token } = await muster.member(1, 'owner');
    const endpoint = {
      name: 'Hook',
      url: 'http://127.0.0.1:8099/hook',
      organization_id: 1,
      events: ['shift.checkin'],
    };
    expect200(await muster.as(token).post('/webhooks/endpoints', endpoint));
    // What people write can have words of any length.
    const location = `https://maps.example.org/${'harbor'.repeat(15)}`;
    expect200(await muster.as(token).patch('/shifts/1', { location }));
  });

  for (const [name, { email, how, ranks }] of Object.entries(walks))
    it(`has no errors, seen by the ${name}`, async () => {
      const language = how.language === 'de-DE' ? 'de' : 'en';
      const page = await visit(how);
      if (email !== undefined) {
        await muster.database.pool.query('update users set language = $1 where email = $2', [
          language,
          email,
        ]);
        await enter(page, email);
      }
      const routes = (await appRoutes()).filter(({ needs }) => ranks.includes(needs));
      for (const [index, address] of routes.flatMap(({ path }) => addresses[path] ?? []).entries()) {
        await go(page, address);
        await shoot(page, `${name}${address.replaceAll(/[/?=]+/g, '-')}`);
        if (index % oneIn === 0) assert.deepEqual(await axe(page), [], address);
        assert.deepEqual(await page.evaluate<string[]>(sticksOut), [], `${address} sticks out to the side`);
      }
      assert.equal(await page.locator('html').getAttribute('lang'), language);
      assert.deepEqual(await page.evaluate<string[]>(moves), []);
      assert.deepEqual(consoleErrors(page), []);
    });
});
