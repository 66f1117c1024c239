import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { browserApp, demo, inDrill, isDrill, whyNoBrowser } from '#test/browser/app.ts';
import { until } from '#test/until.ts';
import { gateway } from './gateway.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp();
const front = app && (await gateway(app.url));

/** What a browser does that has a push service and may show notifications: those of tests lack one or both. */
function asIfPushable(name: string): string {
  const key = createECDH('prime256v1');
  key.generateKeys();
  const keys = { p256dh: key.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
  const subscription = JSON.stringify({ endpoint: `https://push.example.org/${name}`, keys });
  return `
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async () => ({ toJSON: () => (${subscription}) });
  `;
}

/** What a push service does. */
async function deliverPush(page: Page, origin: string, text: object): Promise<void> {
  const debug = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, scopeURL } of registrations)
        if (scopeURL.startsWith(origin)) resolve(registrationId);
    });
  });
  await debug.send('ServiceWorker.enable');
  const [registrationId, data] = [await registered, JSON.stringify(text)];
  await debug.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
}

/** Only a person's click may focus a window, and only the browser may make a worker wait. */
const workerAlone = `
  self.shown = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, { icon, ...rest }) => {
    shown.push({ title, ...rest });
  };
  WindowClient.prototype.focus = async () => {};
  self.fire = (type, parts = {}) => {
    self.dispatchEvent(Object.assign(new Event(type), { waitUntil: () => {}, ...parts }));
  };
`;

describe('the app on a device', { skip }, () => {
  if (app === undefined || front === undefined) return;
  const { visit, open, load, enter, muster } = app;
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
    await enter(page, email, { throughUrl: front.url });
    await load(page, at('/'));
    await page.getByText('Logged in as').waitFor({ state: 'attached' });
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await until(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'));
    return page;
  };
  let whole: Promise<Page> | undefined;
  /** A new device has to fetch and keep the whole app: volunteers share one. */
  const volunteersDevice = (): Promise<Page> => {
    whole ??= device(demo.volunteer);
    return whole;
  };

  it('opens my shifts with their address and my code without a network, and the desk takes that code', async () => {
    const { rows } = await muster.database.pool.query('select title, location from shifts where id = 3');
    const page = await volunteersDevice();
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
  });

  it('keeps a cancellation while there is no network, says so, and sends it when there is one', async () => {
    const page = await volunteersDevice();
    // Which shifts of the demo they are on depends on the day of the week.
    const { rows: coming } = await muster.database.pool.query<{ id: string; shift_id: string }>(
      `select r.id, r.shift_id from registrations r join users u on u.id = r.user_id
       where u.email = $1 and r.status = 'active' and r.start_time > now() + interval '2 days' order by r.start_time limit 1`,
      [demo.volunteer],
    );
    const [own] = coming;
    assert.ok(own);
    const statusOf = async () => {
      const text = 'select status from registrations where id = $1';
      return (await muster.database.pool.query<{ status: string }>(text, [own.id])).rows[0]?.status;
    };
    await open(page, at(`/shifts/${own.shift_id}`));
    await page.getByRole('button', { name: 'Cancel my spot' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel my spot' }).click();
    const dontWait = page.getByRole('button', { name: 'Close and do it now' });
    await dontWait.waitFor();
    await page.context().setOffline(true);
    await dontWait.click();
    await page.getByRole('heading', { name: /^Not sent yet: .* We’ll send it as soon as/ }).waitFor();
    // Nothing was sent, so it can still be undone. Other news can be shown too.
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 1);
    await page.evaluate('navigator.clipboard.writeText = async () => {}');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('alert').waitFor();
    assert.equal(await statusOf(), 'active');
    await page.context().setOffline(false);
    await page.getByText('Not sent yet').first().waitFor({ state: 'detached' });
    await until(async () => (await statusOf()) === 'cancelled');
  });

  inDrill(
    'opens from what it kept when a proxy answers for a service that is away, or no one answers',
    async () => {
      const page = await volunteersDevice();
      front.answer(502);
      await page.goto(at('/me'));
      await page.getByRole('heading', { level: 1, name: 'My shifts' }).waitFor();
      front.answer(undefined);
      front.hold(/^\/me|^\/api/);
      await page.goto(at('/me'));
      await page.getByRole('heading', { level: 1, name: 'My shifts' }).waitFor();
      front.hold(undefined);
    },
  );

  inDrill('opens a dialog whose code arrives only when the service is back', async () => {
    const page = await device(demo.coordinator);
    await open(page, at('/manage/shifts'));
    front.answer(502);
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByText('Loading').last().waitFor();
    front.answer(undefined);
    await page.getByRole('dialog').getByText('Choose a file').waitFor();
    await page.context().close();
  });

  it('renews where notifications go while no page is open, shows one, and opens what it is about', async () => {
    const page = await volunteersDevice();
    const [worker] = page.context().serviceWorkers();
    assert.ok(worker);
    await worker.evaluate(asIfPushable('second') + workerAlone);
    const pushable = await page.addInitScript(asIfPushable('first'));
    await load(page, at('/me/settings'));
    await page.getByRole('button', { name: 'Turn on notifications in this browser' }).click();
    await page.getByRole('button', { name: 'Turn off notifications in this browser' }).waitFor();
    const browsers = async () => {
      const { rows } = await muster.database.pool.query('select id from push_subscriptions');
      return rows.map(({ id }) => Number(id));
    };
    const [first] = await browsers();
    await page.goto('about:blank');
    await worker.evaluate("fire('pushsubscriptionchange')");
    await until(async () => {
      const [second, ...others] = await browsers();
      return second !== undefined && second !== first && others.length === 0;
    });

    await muster.database.pool.query("update users set language = 'de' where email = $1", [demo.volunteer]);
    await open(page, at('/me'));
    await page.getByRole('heading', { level: 1, name: 'Meine Schichten' }).waitFor();
    const text = { title: 'Danke!', body: 'Bis morgen', href: '/shifts/3', tag: 'notice-1', lang: 'de' };
    await deliverPush(page, front.url, text);
    await until(() => worker.evaluate<boolean>('shown.length === 1'));
    const { href, ...words } = text;
    assert.deepEqual(await worker.evaluate('shown[0]'), { ...words, data: { href } });
    await worker.evaluate(
      "fire('notificationclick', { notification: { close: () => {}, data: shown[0].data } })",
    );
    await page.waitForURL(at(href));
    await page.getByText('Organisiert von').waitFor();
    await pushable.dispose();
    await muster.database.pool.query("update users set language = 'en' where email = $1", [demo.volunteer]);
    await load(page, at('/'));
  });

  it('offers a new version, and starts it when asked and not before', async () => {
    const page = await volunteersDevice();
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
  const { visit, open, load, enter } = app;

  inDrill(
    'keeps what was typed when a part of it cannot be loaded, and loads the part when it can',
    async () => {
      const page = await visit();
      await enter(page, 'desk@demo.muster');
      await open(page, '/desk/3');
      await page.getByLabel('Search by name').fill('chid');
      await page.route('**/assets/scanner-*.js', (route) => route.fulfill({ status: 404 }));
      await page.getByRole('button', { name: 'Scan code' }).click();
      await page.getByText('This couldn’t be loaded').waitFor();
      assert.equal(await page.getByLabel('Search by name').inputValue(), 'chid');
      await page.getByRole('button', { name: 'Reload page' }).waitFor();
    },
  );

  it('loses nothing that was typed when the service has a newer version without its files', async () => {
    const page = await visit();
    await enter(page, demo.coordinator);
    await open(page, '/forms/1');
    await page.getByLabel('What should we call you?').fill('Ada');
    await page.route('**/assets/*', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'People', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'That didn’t work' }).waitFor();
    await page.getByRole('button', { name: 'Reload page' }).waitFor();
    await page.goBack();
    assert.equal(await page.getByLabel('What should we call you?').inputValue(), 'Ada');
    await page.unrouteAll();

    if (!isDrill) return;
    await load(page, '/manage/shifts/1/edit');
    const title = page.getByLabel('Title');
    await title.fill('Half a title');
    await page.route('**/assets/*', (route) => route.fulfill({ status: 404 }));
    const asked = page.waitForEvent('dialog');
    const leaving = page.getByRole('link', { name: 'People', exact: true }).click();
    await (await asked).dismiss();
    await leaving;
    assert.equal(await title.inputValue(), 'Half a title');
    assert.equal(new URL(page.url()).pathname, '/manage/shifts/1/edit');
    for (const how of ['pressed', 'pressed again after it was closed', 'pressed again']) {
      if (how === 'pressed again') await page.getByText('This couldn’t be loaded').waitFor();
      await page.getByRole('button', { name: 'Search' }).first().click();
      await page.getByText('This couldn’t be loaded').waitFor();
      if (how === 'pressed') await page.getByRole('button', { name: 'Close' }).click();
    }
    assert.equal(await title.inputValue(), 'Half a title');
  });

  it('shows a word for what only a newer version has a text for', async () => {
    const page = await visit();
    await page.route(/\/api\/v1\/journeys\/1\b/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('"kind":"form"', '"kind":"video_call","new":{}');
      await route.fulfill({ response, body });
    });
    await open(page, '/journeys/1');
    await page.getByText('video call', { exact: true }).waitFor();
  });

  inDrill(
    'updates itself when no one has touched it for a while, and not while something is typed',
    async () => {
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
    },
  );
});
