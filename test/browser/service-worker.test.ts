import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { browserApp, demo, whyNoBrowser } from '#test/browser/app.ts';
import { until } from '#test/until.ts';
import { gateway } from './gateway.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp();
const front = app && (await gateway(app.url));

describe('the app on a device', { skip }, () => {
  if (app === undefined || front === undefined) return;
  const { visit, open, muster } = app;
  const at = (address: string) => `${front.url}${address}`;

  /** In a browser that keeps the app, as on a phone. */
  const device = async (email: string): Promise<Page> => {
    const blocked = await visit();
    const context = await blocked
      .context()
      .browser()
      ?.newContext({ locale: 'en-GB', serviceWorkers: 'allow' });
    await blocked.context().close();
    assert.ok(context);
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    await open(page, at('/login'));
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(demo.password);
    await page.locator('main button[type=submit]').click();
    await page.getByText('Logged in as').waitFor({ state: 'attached' });
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await until(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'));
    return page;
  };

  it('opens my shifts with their address and my code without a network, and the desk takes that code', async () => {
    const { rows } = await muster.database.pool.query('select title, location from shifts where id = 3');
    const page = await device(demo.volunteer);
    const { rows: people } = await muster.database.pool.query('select id from users where email = $1', [
      demo.volunteer,
    ]);
    const userId = Number(people[0].id);
    const { access_token } = (
      await muster.as(undefined).post('/auth/login', { email: demo.coordinator, password: demo.password })
    ).body as { access_token: string };
    await muster.as(access_token).post('/shifts/3/signups', {
      user_id: userId,
      override: { reason: 'They asked' },
    });
    await open(page, at('/me'));
    await page.getByText(rows[0].location).first().waitFor();
    await until(async () => (await page.evaluate<string>('JSON.stringify(localStorage)')).includes('mc1.'));
    front.stop();
    await page.reload();
    await page.getByText(rows[0].location).first().waitFor();
    await page.getByText('We can’t reach the server.').waitFor();
    await page.getByRole('button', { name: 'My check-in code' }).click();
    await page.getByRole('img', { name: 'Your check-in code' }).waitFor();
    const kept = await page.evaluate<string>('Object.values(localStorage).join()');
    const [, code] = /"offline":\{"code":"(mc1\.[^"]+)"/.exec(kept) ?? [];
    assert.ok(code, kept);
    front.start();
    await page.getByText('We can’t reach the server.').waitFor({ state: 'detached' });
    const checkedIn = await muster.as(access_token).post('/shifts/3/checkin', { user_id: userId, code });
    assert.equal(checkedIn.status, 200, JSON.stringify(checkedIn.body));
    await page.context().close();
  });

  it('opens from what it kept when a proxy answers for a service that is away, or no one answers', async () => {
    const page = await device(demo.volunteer);
    front.answer(502);
    await page.goto(at('/me'));
    await page.getByRole('heading', { level: 1, name: 'My shifts' }).waitFor();
    front.answer(undefined);
    front.hold(/^\/me|^\/api/);
    await page.goto(at('/me'));
    await page.getByRole('heading', { level: 1, name: 'My shifts' }).waitFor();
    front.hold(undefined);
    await page.context().close();
  });

  it('offers a new version, and starts it when asked and not before', async () => {
    const page = await device(demo.volunteer);
    await page.evaluate('window.isSamePage = true');
    front.rewrite('/sw.js', (body) => body.replace(/const build = "[^"]*"/, 'const build = "next"'));
    await page.evaluate(
      'navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => undefined)',
    );
    await page.getByText('A new version is available.').waitFor();
    const caches = () => page.evaluate<string[]>('caches.keys()');
    assert.equal(await page.evaluate('window.isSamePage'), true);
    assert.ok((await caches()).some((name) => name.startsWith('muster-shell-') && !name.endsWith('next')));
    await page.getByRole('button', { name: 'Update now' }).click();
    await until(() => page.evaluate<boolean>('window.isSamePage === undefined').catch(() => false));
    await page.getByText('Logged in as').waitFor({ state: 'attached' });
    await until(async () =>
      (await caches())
        .filter((name) => name.startsWith('muster-shell-'))
        .every((name) => name.endsWith('next')),
    );
    assert.equal(await page.getByText('A new version is available.').count(), 0);
    await page.context().close();
  });
});

describe('a page that is open for long', { skip }, () => {
  if (app === undefined || front === undefined) return;
  const { visit, open, enter } = app;

  it('keeps what was typed when a part of it cannot be loaded, and loads the part when it can', async () => {
    const page = await visit();
    await enter(page, 'desk@demo.muster');
    await open(page, '/desk/3');
    await page.getByLabel('Search by name').fill('chid');
    await page.route('**/assets/scanner-*.js', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('button', { name: 'Scan code' }).click();
    await page.getByText('A new version is available.').waitFor();
    assert.equal(await page.getByLabel('Search by name').inputValue(), 'chid');
    await page.unroute('**/assets/scanner-*.js');
    await page.getByRole('button', { name: 'Update now' }).waitFor();
    await page.context().close();
  });

  it('updates itself when no one has touched it for a while, and not while something is typed', async () => {
    const page = await visit({ changed: true });
    await page.clock.install();
    await open(page, `${front.url}/`);
    await page.evaluate('window.isSamePage = true');
    await page.getByLabel('Keyword or location').fill('typed');
    await page.clock.runFor(3_000);
    front.rewrite('/', (body) => body.replaceAll(/start-[\w-]+\.js/g, 'start-other.js'));
    await page.clock.runFor('31:00');
    await page.getByText('A new version is available.').waitFor();
    await page.clock.runFor('12:00');
    assert.equal(await page.evaluate('window.isSamePage'), true);
    await page.getByLabel('Keyword or location').fill('');
    front.rewrite('/', (body) => body);
    await page.clock.runFor('12:00');
    await until(() => page.evaluate<boolean>('window.isSamePage === undefined').catch(() => false));
    await page.context().close();
  });
});
