import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { browserApp, demo, focused, inDrill, isDrill, isFocused, whyNoBrowser } from '#test/browser/app.ts';
import { until } from '#test/until.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp();

describe('one browser and several people', { skip }, () => {
  if (app === undefined) return;
  const { visit, open, axe, enter, logIn, muster } = app;
  const endSessions = () => muster.database.pool.query('update sessions set revoked_at = now()');
  const loggedInAs = (page: Page, name: string) => page.getByText(`Logged in as ${name}`).waitFor();
  const nameOf = async (email: string) => {
    const { rows } = await muster.database.pool.query('select name from users where email = $1', [email]);
    return rows[0].name as string;
  };
  /** Changes that a page has sent, and in whose name. */
  const changesOf = (page: Page) => {
    const sent: { url: string; by: string }[] = [];
    page.on('request', (request) => {
      const [, token] = (request.headers()['authorization'] ?? '').split(' ');
      if (request.method() === 'GET' || token === undefined) return;
      const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
      sent.push({ url: new URL(request.url()).pathname, by: sub });
    });
    return sent;
  };

  it('never sends what one person began under the token of another who logs in in another tab', async () => {
    const page = await visit();
    await enter(page, demo.coordinator);
    await open(page, '/manage/shifts/new');
    const title = page.getByLabel('Title').first();
    await title.fill('A secret of the coordinator');
    await until(async () =>
      (await page.evaluate<string>('JSON.stringify(sessionStorage)')).includes('A secret of the coordinator'),
    );
    const sent = changesOf(page);
    await endSessions();
    // The change waits for the coordinator to log in again.
    await page.getByLabel('Language').first().selectOption('de');
    await page.getByRole('dialog').waitFor();
    const other = await page.context().newPage();
    await logIn(other, demo.owner);
    await loggedInAs(page, await nameOf(demo.owner));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const [{ id: owner }] = (
      await muster.database.pool.query('select id from users where email = $1', [demo.owner])
    ).rows;
    assert.deepEqual(
      sent.filter(({ by }) => by === String(owner)),
      [],
    );
    const kept = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage])');
    assert.doesNotMatch(kept, /A secret of the coordinator/);
    await open(page, '/manage/shifts/new');
    assert.equal(await page.getByLabel('Title').first().inputValue(), '');
  });

  inDrill('becomes the page of the cookie’s owner, also when it slept through the change', async () => {
    const page = await visit();
    await enter(page, demo.coordinator);
    await open(page, '/');
    // It receives nothing from the other tabs.
    const asleep = await page.context().newPage();
    await asleep.addInitScript(
      'BroadcastChannel = class { postMessage() {} close() {} }; BroadcastChannel.prototype.onmessage = null;',
    );
    await open(asleep, '/me');
    await loggedInAs(asleep, await nameOf(demo.coordinator));
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('link', { name: 'Log in' }).first().waitFor();
    await logIn(page, demo.volunteer);
    // Its stream has ended with the session. It asks who is logged in at once, or when someone looks at it again.
    const isNext = asleep.getByText(`Logged in as ${await nameOf(demo.volunteer)}`);
    await asleep.getByRole('dialog').or(isNext).first().waitFor({ state: 'attached' });
    await asleep.evaluate("dispatchEvent(new Event('focus'))").catch(() => undefined);
    await loggedInAs(asleep, await nameOf(demo.volunteer));
  });

  inDrill(
    'shows nothing of a member while their session is over, and asks for nothing as a visitor',
    async () => {
      const page = await visit();
      await enter(page, demo.volunteer);
      await open(page, '/');
      await endSessions();
      const anonymous: string[] = [];
      await page.getByRole('switch', { name: 'Only shifts I can sign up for' }).click();
      await page.getByRole('dialog').waitFor();
      page.on('request', (request) => {
        const isRead = request.method() === 'GET' && request.url().includes('/api/v1/');
        if (isRead && request.headers()['authorization'] === undefined) anonymous.push(request.url());
      });
      await page.evaluate(
        "history.pushState({}, '', '/calendar'); dispatchEvent(new PopStateEvent('popstate'))",
      );
      await page
        .getByRole('heading', { level: 1, name: 'Calendar', includeHidden: true })
        .waitFor({ state: 'attached' });
      await page.getByRole('dialog').locator('input[name=password]').fill(demo.password);
      await page.getByRole('dialog').getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      assert.deepEqual(anonymous, []);
    },
  );

  it('says at its field that a password is wrong, and lets a member leave an organization', async () => {
    const email = 'leaver@example.org';
    await muster.as().post('/auth/signup', { email, password: demo.password, name: 'Lea Leaver' });
    const page = await visit();
    await open(page, '/login');
    const password = page.locator('input[name=password]');
    await page.locator('input[name=email]').fill(email);
    await password.fill('not this one');
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'Show password');
    await page.locator('main button[type=submit]').click();
    await page.getByText('Wrong email address or password.').waitFor();
    await until(() => isFocused(password));
    assert.deepEqual(await axe(page), []);
    await password.fill(demo.password);
    await page.locator('main button[type=submit]').click();
    await page.waitForURL((at) => at.pathname !== '/login');
    await open(page, '/me/settings');
    const dialog = page.getByRole('dialog');
    if (isDrill) {
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await dialog.getByLabel('Type “delete” to confirm').fill('delete');
      await dialog.locator('input[type=password]').fill('not this one');
      await dialog.getByRole('button', { name: 'Delete permanently' }).click();
      await dialog.getByText('This password is wrong.').waitFor();
      await until(() => isFocused(dialog.locator('input[type=password]')));
      assert.equal(await dialog.getByRole('alert').count(), 0);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Discard' }).click();
    }
    await page.getByRole('button', { name: 'Leave Harbor Food Bank' }).click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByText('You’re no longer a member of Harbor Food Bank.').waitFor();
    await page.getByRole('button', { name: 'Leave Harbor Food Bank' }).waitFor({ state: 'detached' });
    const { rows } = await muster.database.pool.query(
      'select from memberships m join users u on u.id = m.user_id where u.email = $1',
      [email],
    );
    assert.deepEqual(rows, []);
  });

  it('logs out at once without a network, says so, and finishes when it is back', async () => {
    const page = await visit();
    await enter(page, demo.volunteer);
    await open(page, '/');
    const living = async () =>
      Number(
        (
          await muster.database.pool.query(
            `select count(*) from sessions s join users u on u.id = s.user_id
             where u.email = $1 and s.revoked_at is null`,
            [demo.volunteer],
          )
        ).rows[0].count,
      );
    const before = await living();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByText('You’re logged out on this device.').waitFor();
    assert.equal(await page.getByText('Logged in as').count(), 0);
    assert.equal(await living(), before);
    assert.doesNotMatch(await page.evaluate<string>('JSON.stringify(localStorage)'), /muster\.mine/);
    await page.context().setOffline(false);
    await page.getByText('You’re logged out on this device.').waitFor({ state: 'detached' });
    await until(async () => (await living()) === before - 1);
    await page.reload();
    await page.getByRole('link', { name: 'Log in' }).first().waitFor();
  });

  it('works on plain http, without Web Locks and random ids', async () => {
    const page = await visit({ changed: true });
    await page.addInitScript(`
      Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });
      Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined });
    `);
    await logIn(page, demo.volunteer);
    await page.getByLabel('Language').first().selectOption('de');
    await page.getByRole('button', { name: 'Ausloggen' }).waitFor();
    await muster.database.pool.query("update users set language = 'en' where email = $1", [demo.volunteer]);
  });

  inDrill('works where storage is forbidden', async () => {
    const strict = await visit({ changed: true });
    await strict.addInitScript(`
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });
    `);
    await logIn(strict, demo.coordinator);
    await loggedInAs(strict, await nameOf(demo.coordinator));
  });
});
