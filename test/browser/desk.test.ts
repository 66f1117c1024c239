import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { browserApp, demo, inDrill, isDrill, whyNoBrowser } from '#test/browser/app.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp();
const desk = 'desk@demo.muster';
/** The shift of the demo that goes on now. */
const shiftId = 3;

describe('the check-in desk', { skip }, () => {
  if (app === undefined) return;
  const { visit, open, axeInDrill, enter, muster, url, shoot } = app;

  const recordOf = async (name: string) => {
    const { rows } = await muster.database.pool.query(
      `select a.status, a.method, a.checked_in_at from attendance a join users u on u.id = a.user_id
       where a.shift_id = $1 and u.name = $2`,
      [shiftId, name],
    );
    return rows[0];
  };
  const forget = (name: string) =>
    muster.database.pool.query(
      'delete from attendance where shift_id = $1 and user_id = (select id from users where name = $2)',
      [shiftId, name],
    );
  /** The answers to what the page has sent in one go. */
  const batchesOf = (page: Page) => {
    const seen: Promise<{ items: { nonce: string; repeated: boolean }[] }>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/attendance/scans')) seen.push(response.json());
    });
    return seen;
  };

  it('finds people while typing and takes a wrong tap back', async () => {
    const page = await visit({ phone: true });
    await enter(page, desk);
    await open(page, `/desk/${shiftId}`);
    await page.getByLabel('Search by name').fill('chid');
    await page.getByRole('listitem').filter({ hasText: 'Amir' }).waitFor({ state: 'detached' });
    const button = page.getByRole('button', { name: 'Check in Chidi Okafor' });
    const place = (await button.boundingBox())?.y;
    await button.click();
    // While it can be undone, and while the network is gone, the list stays where the finger is.
    await page.getByText('1 entry is waiting to sync.').waitFor();
    const other = page.getByRole('button', { name: 'Check out Chidi Okafor' });
    assert.equal((await other.boundingBox())?.y, place);
    await shoot(page, 'desk-waiting');
    await page.getByRole('button', { name: 'Undo' }).click();
    await button.waitFor();
    const undone = page.getByRole('status').filter({ hasText: /^Undone\.$/ });
    await undone.waitFor();
    await button.press('Enter');
    await undone.waitFor({ state: 'detached' });
    await other.press('Control+z');
    await button.waitFor();
    await undone.waitFor();
    await page.context().setOffline(true);
    await page.getByText('You’re offline. Check-ins are saved on this device.').waitFor();
    // Once is enough.
    assert.equal(await page.getByText('This page shows what was loaded last').count(), 0);
    assert.equal((await button.boundingBox())?.y, place);
    await shoot(page, 'desk-offline');
    await page.context().setOffline(false);
    assert.equal(await recordOf('Chidi Okafor'), undefined);
  });

  it('goes on without a network, and sends each entry once when it is back', async () => {
    const page = await visit();
    await enter(page, desk);
    await open(page, `/desk/${shiftId}`);
    const batches = batchesOf(page);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Check in Chidi Okafor' }).click();
    await page.getByRole('button', { name: 'Check in Vera Volunteer' }).click();
    await page.getByText('You’re offline. 2 entries are saved on this device.').waitFor();
    await page.getByRole('button', { name: 'Show entries' }).click();
    assert.deepEqual(await axeInDrill(page), []);
    assert.equal(await recordOf('Chidi Okafor'), undefined);
    const backAt = new Date();
    await page.context().setOffline(false);
    await page.getByText('Everything is synced.').waitFor();
    const [batch, ...others] = await Promise.all(batches);
    assert.equal(others.length, 0, 'all in one request');
    assert.deepEqual(
      batch?.items.map(({ repeated }) => repeated),
      [false, false],
    );
    const record = await recordOf('Chidi Okafor');
    assert.equal(record?.status, 'checked_in');
    assert.equal(record?.method, 'offline_desk');
    assert.ok(new Date(record?.checked_in_at) < backAt, 'by the time of the tap');
  });

  inDrill('shows the same entries in every tab, and sends none that was undone in one of them', async () => {
    for (const name of ['Chidi Okafor', 'Vera Volunteer']) await forget(name);
    const page = await visit();
    await enter(page, desk);
    await open(page, `/desk/${shiftId}`);
    const other = await page.context().newPage();
    await open(other, `/desk/${shiftId}`);
    const batches = [...[page, other].map(batchesOf)];
    await page.getByRole('button', { name: 'Check in Chidi Okafor' }).click();
    await other.getByText('1 entry is waiting to sync.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await other.getByText('Everything is up to date.').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Check in Chidi Okafor' }).click();
    await other.getByText('You’re offline. 1 entry is saved on this device.').waitFor();
    await other.getByRole('button', { name: 'Check in Vera Volunteer' }).click();
    await page.getByText('You’re offline. 2 entries are saved on this device.').waitFor();
    await other.getByRole('button', { name: 'Show entries' }).click();
    await other
      .getByRole('listitem')
      .filter({ hasText: 'Chidi' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await page.getByText('You’re offline. 1 entry is saved on this device.').waitFor();
    await page.context().setOffline(false);
    for (const tab of [page, other]) await tab.getByText(/Everything is (synced|up to date)\./).waitFor();
    const answers = await Promise.all(batches.flat());
    assert.equal(answers.flatMap(({ items }) => items).length, 1, 'by one of the tabs');
    assert.equal((await recordOf('Vera Volunteer'))?.status, 'checked_in');
    assert.equal(await recordOf('Chidi Okafor'), undefined);
  });

  it('says why an entry was refused', async () => {
    const page = await visit();
    await enter(page, desk);
    await open(page, `/desk/${shiftId}`);
    // Not a member of this installation: as a scanner that is plugged in would type it.
    const today = Math.floor(Date.now() / 86_400_000);
    await page.getByLabel('Search by name').fill(`mc1.4.${today}.AAAAAAAAAAAAAAAAAAAAAA`);
    await page.keyboard.press('Enter');
    await page.getByText('1 entry wasn’t accepted.').waitFor();
    await page.getByText('This isn’t a check-in code. Scan the code in the app or on the poster.').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('1 entry wasn’t accepted.').waitFor({ state: 'detached' });
  });

  it('takes the code of a person', async () => {
    await forget('Vera Volunteer');
    const vera = await visit();
    await enter(vera, demo.volunteer);
    const code = await vera.evaluate(`(async () => {
      const { access_token } = await (await fetch('/api/v1/auth/browser/refresh', { method: 'POST',
        headers: { 'content-type': 'application/json' }, body: '{}' })).json();
      const answer = await fetch('/api/v1/me/check-in-code', { headers: { authorization: 'Bearer ' + access_token } });
      return (await answer.json()).code;
    })()`);
    const page = await visit();
    await enter(page, demo.coordinator);
    await open(page, `/desk/${shiftId}`);
    await page.getByLabel('Search by name').fill(String(code));
    await page.keyboard.press('Enter');
    await page.getByText('Vera Volunteer is checked in.').waitFor();
    await page.getByText('Everything is synced.').waitFor();
    assert.equal((await recordOf('Vera Volunteer'))?.method, 'qr');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    // Scanned again, she keeps the time of her arrival: there is nothing to undo.
    await page.getByLabel('Search by name').fill(String(code));
    await page.keyboard.press('Enter');
    await page.getByText('Vera Volunteer was already checked in.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
    assert.equal((await recordOf('Vera Volunteer'))?.status, 'checked_in');
    if (!isDrill) return;
    // Someone who had been marked as a no-show is one again after a wrong tap.
    await muster.database.pool.query(
      `update attendance set status = 'no_show', checked_in_at = null, checked_out_at = null
       where shift_id = $1 and user_id = (select id from users where name = 'Vera Volunteer')`,
      [shiftId],
    );
    await page.reload();
    await page.getByRole('button', { name: 'Check in Vera Volunteer' }).click();
    await page.getByText('Everything is synced.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Check in Vera Volunteer' }).waitFor();
    assert.equal((await recordOf('Vera Volunteer'))?.status, 'no_show');
  });

  it('opens without a network from what the device has kept, and forgets it at log-out', async () => {
    await forget('Chidi Okafor');
    const browser = (await visit()).context().browser();
    assert.ok(browser);
    const context = await browser.newContext({ baseURL: url, locale: 'en-GB', reducedMotion: 'reduce' });
    const page = await context.newPage();
    await enter(page, desk);
    await open(page, `/desk/${shiftId}`);
    await page.getByRole('button', { name: 'Check in Chidi Okafor' }).waitFor();
    // The app is kept a moment after the first visit.
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await context.setOffline(true);
    await page.reload();
    await page.getByText('This list is from').waitFor();
    await page.getByRole('button', { name: 'Check in Chidi Okafor' }).click();
    await page.getByText('You’re offline. 1 entry is saved on this device.').waitFor();
    await page.reload();
    await page.getByText('You’re offline. 1 entry is saved on this device.').waitFor();
    await context.setOffline(false);
    await page.getByText('Everything is synced.').waitFor();
    assert.equal((await recordOf('Chidi Okafor'))?.status, 'checked_in');
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('link', { name: 'Log in' }).first().waitFor();
    const kept = await page.evaluate(`new Promise((resolve) => {
      const request = indexedDB.open('muster-desk');
      request.onsuccess = () => {
        const all = request.result.transaction(['rosters', 'crew']);
        const counts = ['rosters', 'crew'].map((name) => all.objectStore(name).count());
        all.oncomplete = () => resolve(counts.map(({ result }) => result));
      };
    })`);
    assert.deepEqual(kept, [0, 0]);
    await context.close();
  });
});
