import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addresses, appRoutes, type Rank } from '#test/axe/addresses.ts';
import { browserApp, inDrill, isDrill, type Visit, whyNoBrowser } from '#test/browser/app.ts';
import { expect200 } from '#test/people.ts';
import { until } from '#test/until.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp({ MUSTER_ALLOW_TARGETS: '127.0.0.0/8' });

interface Walk {
  /** Who walks: none is a visitor. */
  readonly email?: string;
  readonly how: Visit;
  /** Which pages are theirs: each page is looked at once, by those whom it is for. */
  readonly ranks: readonly Rank[];
  /** Those that `npm test` looks at. `npm run drill -- browser` opens all, and `npm run drill -- axe` judges all. */
  readonly main: readonly string[];
}

const walks: Readonly<Record<string, Walk>> = {
  visitor: {
    how: { phone: true, dark: true, language: 'de-DE' },
    ranks: ['everybody'],
    main: ['/', '/shifts/1'],
  },
  volunteer: {
    email: 'amir@demo.muster',
    how: { phone: true, language: 'de-DE' },
    ranks: ['person'],
    main: ['/me', '/me/settings'],
  },
  coordinator: {
    email: 'coordinator@demo.muster',
    how: { dark: true, language: 'de-DE' },
    ranks: ['check_in', 'coordinator'],
    main: ['/desk/1', '/manage', '/manage/shifts/1'],
  },
  admin: {
    email: 'owner@demo.muster',
    how: { language: 'en-GB' },
    ranks: ['admin'],
    main: ['/manage/members'],
  },
};

/** What reaches over the edge of the window, apart from tables that scroll on their own. */
const sticksOut = `Array.from(document.querySelectorAll('main *:not(thead *, [data-scrolls] *)'))
  .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map((one) => one.outerHTML.slice(0, 200)).slice(0, 3)`;

/** In German, on a small laptop. */
const wideTables = ['/manage/people', ...(isDrill ? ['/manage/api-keys', '/manage/shifts?view=list'] : [])];

/** What takes time to change its look, though the visitor asked for less motion. */
const moves = `Array.from(document.querySelectorAll('*'))
  .filter((one) => getComputedStyle(one).transitionDuration.split(', ').some((time) => time !== '0s'))
  .map((one) => one.outerHTML.slice(0, 200)).slice(0, 3)`;

/** The first ones stand for the others in `npm test`. */
const some = (addresses: readonly string[], count: number) =>
  isDrill ? addresses : addresses.slice(0, count);

const smallScreens = [
  '/manage/shifts/1',
  '/me/availability',
  '/manage/shifts?view=month',
  '/manage/journeys/1?tab=people',
];

/** With headings, buttons and numbers that have no space beside each other where text is large. */
const largeTexts = some(
  [
    '/manage',
    '/me',
    '/shifts/1',
    '/manage/shifts/1/edit',
    '/calendar?view=week',
    '/me/badges',
    '/me/settings',
    '/manage/people/5',
    '/manage/shifts/1',
    '/manage/shifts/1/print?what=signIn',
  ],
  3,
);

/** Pages that show what people have named. */
const longWords = [
  '/manage',
  '/',
  '/manage/programs',
  '/manage/shifts?view=list',
  '/me/settings',
  '/badges',
  '/journeys/1',
  '/manage/journeys/1',
  '/manage/audit',
];
const tablesOfLongWords = ['/manage/shifts?view=list', '/manage/programs', '/manage/webhooks'];

/** Buttons, choices and marks that don't show all of their label. */
const cutOff = `[...document.querySelectorAll(
  'main :is(.mantine-Button-root, .mantine-SegmentedControl-root, .mantine-Badge-root)')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)`;

/** Words that are on two lines. */
const brokenWords = `[...document.querySelectorAll(':is(main th, main th *, main h2, header p):not(:has(*))')].flatMap((element) => {
  const text = element.firstChild;
  return [...(text?.data ?? '').matchAll(/[^\\s-]+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1 ? [word] : [];
  });
})`;

const smallIcons = `[...document.querySelectorAll('main .mantine-ActionIcon-root')].flatMap((icon) => {
  const { width, height } = icon.getBoundingClientRect();
  return width > 0 && (width < 44 || height < 44) ? [icon.ariaLabel + ' ' + width + ' x ' + height] : [];
})`;

describe('every screen', { skip }, () => {
  if (app === undefined) return;
  const { visit, go, enter, axeAll, shoot, consoleErrors, muster } = app;

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
    await muster.apiKey(await muster.member(1, 'admin'), 1, ['shifts', 'members']);
  });

  it('has tables that become cards where they are too wide, and come back', async () => {
    const page = await visit({ language: 'de-DE' });
    await muster.database.pool.query("update users set language = 'de' where email = 'owner@demo.muster'");
    await enter(page, 'owner@demo.muster');
    const tables = page.locator('table:visible');
    for (const address of wideTables) {
      await page.setViewportSize({ width: 1000, height: 900 });
      await go(page, address);
      await until(async () => (await page.evaluate<string[]>(sticksOut)).length === 0);
      assert.equal(await tables.and(page.locator('[data-cards]')).count(), await tables.count(), address);
      await page.setViewportSize({ width: 2000, height: 900 });
      await until(async () => (await tables.and(page.locator('[data-cards]')).count()) === 0);
    }
  });

  inDrill(
    'breaks no word of a heading, and leaves buttons large enough for a finger, on the smallest screens',
    async () => {
      const page = await visit();
      await enter(page, 'coordinator@demo.muster');
      await page.setViewportSize({ width: 320, height: 640 });
      for (const address of smallScreens) {
        await go(page, address);
        assert.deepEqual(await page.evaluate<string[]>(brokenWords), [], address);
        assert.deepEqual(await page.evaluate<string[]>(smallIcons), [], address);
      }
    },
  );

  it('keeps words of any length on the screen', async () => {
    const login = await muster
      .as()
      .post('/auth/login', { email: 'owner@demo.muster', password: 'demo-password' });
    const owner = muster.as(expect200(login).access_token);
    const name = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenausgabestelle';
    const program = expect200(await owner.post('/programs', { organization_id: 1, name }));
    const startsMs = Date.now() + 86_400_000;
    const at = (hours: number) => new Date(startsMs + hours * 3_600_000).toISOString();
    const shift = { program_id: program.id, title: name, location: name, minimum: 2, capacity: 4 };
    expect200(
      await owner.post('/shifts', { ...shift, start_time: at(0), end_time: at(3), status: 'published' }),
    );
    const { name: before } = expect200(await owner.get('/organizations/1'));
    expect200(await owner.patch('/organizations/1', { name }));
    const url = `http://127.0.0.1:8099/${name}`;
    expect200(await owner.post('/webhooks/endpoints', { name, url, events: ['shift.checkin'] }));
    const rename = async (table: string, column: string) =>
      await muster.database.pool.query(
        `update ${table} set ${column} = $1 where id = (select min(id) from ${table})`,
        [name],
      );
    await rename('missions', 'name');
    await rename('badges', 'name');
    await rename('journey_steps', 'title');
    await muster.database.pool.query("update users set name = $1 where email = 'owner@demo.muster'", [name]);
    const page = await visit();
    await enter(page, 'owner@demo.muster');
    await page.setViewportSize({ width: 320, height: 640 });
    const isScrolled = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
    for (const address of some(longWords, 2)) {
      await go(page, address);
      await page.getByText(name).filter({ visible: true }).first().waitFor();
      assert.equal(await page.evaluate(isScrolled), false, address);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    for (const address of some(tablesOfLongWords, 1)) {
      await go(page, address);
      await page.getByRole('table').getByText(name).first().waitFor();
      assert.equal(await page.locator('[data-cards]').count(), 0, address);
    }
    expect200(await owner.patch('/organizations/1', { name: before }));
  });

  it('keeps words on a phone where the person has doubled the size of text', async () => {
    const page = await visit({ phone: true, language: 'de-DE', changed: true });
    await enter(page, 'coordinator@demo.muster');
    const debug = await page.context().newCDPSession(page);
    await debug.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    for (const address of largeTexts) {
      await go(page, address);
      assert.deepEqual(await page.evaluate<string[]>(sticksOut), [], address);
      assert.deepEqual(await page.evaluate<string[]>(cutOff), [], address);
    }
    // The sheet, the last of them, is wider than the screen and has all its words on one line.
    assert.ok(!(await page.evaluate<string[]>(brokenWords)).includes('Gekommen'));
  });

  it('leads on where nothing is at an address', async () => {
    const page = await visit();
    await enter(page, 'coordinator@demo.muster');
    const nowhere = ['/shifts', '/manage/shifts', '/badges', '/forms', '/journeys'];
    for (const address of some(nowhere, 1)) {
      await go(page, `${address}/999999`);
      await page.getByRole('heading', { name: 'Check the address' }).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'View open shifts' }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0, address);
    }
  });

  inDrill('says what to do where something in front of the service answers', async () => {
    const page = await visit();
    await page.route('**/auth/browser/login', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await go(page, '/login');
    await page.locator('input[name=email]').fill('nobody@demo.muster');
    await page.locator('input[name=password]').fill('wrong');
    await page.locator('main button[type=submit]').click();
    await page.getByRole('alert').getByText('Please try again in a few minutes.').waitFor();
  });

  inDrill('shows that a button works in the middle of it', async () => {
    const page = await visit();
    const isSent = Promise.withResolvers<void>();
    await page.route('**/auth/browser/login', async (route) => {
      await isSent.promise;
      await route.continue();
    });
    await go(page, '/login');
    await page.locator('input[name=email]').fill('nobody@demo.muster');
    await page.locator('input[name=password]').fill('wrong');
    const button = page.locator('main button[type=submit]');
    await button.click();
    const inner = await button.locator('.mantine-Button-loader').boundingBox();
    const outer = await button.boundingBox();
    assert.ok(inner !== null && outer !== null);
    assert.ok(Math.abs(inner.x + inner.width / 2 - outer.x - outer.width / 2) < 2);
    assert.ok(Math.abs(inner.y + inner.height / 2 - outer.y - outer.height / 2) < 2);
    isSent.resolve();
  });

  it('shows what is chosen and how high bars are where the person chooses all colors', async () => {
    const page = await visit({ dark: true });
    await page.emulateMedia({ forcedColors: 'active' });
    await enter(page, 'owner@demo.muster');
    const backgroundOf = (one: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${one}')).backgroundColor`);
    await go(page, '/manage/shifts');
    const choice = '.mantine-SegmentedControl-label';
    assert.notEqual(
      await backgroundOf(`${choice}[data-active]`),
      await backgroundOf(`${choice}:not([data-active])`),
    );
    const looks = await page.evaluate<
      string[]
    >(`[...document.querySelectorAll('[class*=legend] i')].map((mark) => {
      const { border, borderInlineStart } = getComputedStyle(mark);
      return border + ' ' + borderInlineStart;
    })`);
    assert.equal(looks.length, 5);
    assert.equal(new Set(looks).size, looks.length, looks.join());
    if (!isDrill) return;
    await go(page, '/me/availability');
    await page.locator('[aria-pressed=false]').first().click();
    assert.notEqual(await backgroundOf('[aria-pressed=true]'), await backgroundOf('[aria-pressed=false]'));
    await go(page, '/manage/overview');
    assert.notEqual(await backgroundOf('figure [class*=now]'), await backgroundOf('body'));
  });

  for (const [name, { email, how, ranks, main }] of Object.entries(walks))
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
      const all = routes.flatMap(({ path }) => addresses[path] ?? []);
      for (const address of isDrill ? all : main) {
        assert.ok(all.includes(address), address);
        await go(page, address);
        await shoot(page, `${name}${address.replaceAll(/[/?=]+/g, '-')}`);
        if (main.includes(address)) assert.deepEqual(await axeAll(page), [], address);
        assert.deepEqual(await page.evaluate<string[]>(sticksOut), [], `${address} sticks out to the side`);
      }
      assert.equal(await page.locator('html').getAttribute('lang'), language);
      assert.deepEqual(await page.evaluate<string[]>(moves), []);
      assert.deepEqual(consoleErrors(page), []);
    });
});
