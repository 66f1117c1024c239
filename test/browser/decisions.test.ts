import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { browserApp, demo, focused, inDrill, isDrill, whyNoBrowser } from '#test/browser/app.ts';
import { openEmpty } from '#test/browser/windows.ts';
import { expect200, openSession } from '#test/people.ts';
import { timesIn } from '#test/planning.ts';
import { until } from '#test/until.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp();

describe('decisions about people', { skip }, () => {
  if (app === undefined) return;
  const { muster, visit, open, load, enter, axe, axeInDrill, shoot } = app;
  const rowsOf = async (text: string, values: unknown[] = []) =>
    (await muster.database.pool.query(text, values)).rows;
  const idOf = async (email: string) =>
    Number((await rowsOf('select id from users where email = $1', [email]))[0].id);

  const prepare = async () => {
    const { token } = await openSession(muster.platform, await idOf(demo.coordinator));
    const planner = muster.as(token);
    const [program] = await rowsOf('select min(id)::int as id from programs');
    // Those of the demo have their own plans: these have none.
    const people = await Promise.all(
      ['Ana', 'Bo', 'Cem', 'Dee', 'Eli'].map(async (name) => {
        const { id } = await muster.member(1, 'volunteer');
        await rowsOf('update users set name = $2 where id = $1', [id, `${name} Test`]);
        return id;
      }),
    );
    const shiftOf = async (fields: object, hours = 24 * 400) => {
      const body = { program_id: program.id, title: 'Test shift', ...timesIn(hours), ...fields };
      return expect200(await planner.post('/shifts', body)).id as number;
    };
    const signUp = async (shift: number, ...ids: number[]) => {
      for (const user_id of ids) expect200(await planner.post(`/shifts/${shift}/signups`, { user_id }));
    };
    const [ana = 0, bo = 0, cem = 0, dee = 0, eli = 0] = people;
    const page = await visit({ stays: true, changed: true });
    await page.addInitScript(noticesStay);
    await enter(page, demo.coordinator);
    return { page, planner, shiftOf, signUp, ana, bo, cem, dee, eli };
  };
  let prepared: ReturnType<typeof prepare> | undefined;
  const harbor = () => {
    prepared ??= prepare();
    return prepared;
  };

  it('on a full shift say that someone is on the waitlist, and give a spot with a reason', async () => {
    const { page, shiftOf, signUp, ana, bo } = await harbor();
    const id = await shiftOf({ capacity: 1, waitlist_capacity: 9 });
    await signUp(id, ana, bo);
    await load(page, `/manage/shifts/${id}`);
    await page.getByRole('button', { name: 'Sign someone up' }).click();
    const submit = page.getByRole('dialog').getByRole('button', { name: /^Sign up/ });
    const other = page.getByRole('dialog').getByRole('checkbox', { name: 'Bo Test' });
    await other.waitFor();
    const before = await submit.boundingBox();
    await page.getByLabel('Name or email address').fill('Cem');
    await other.waitFor({ state: 'detached' });
    // Someone who aims at it still hits it when the answer comes.
    assert.equal((await submit.boundingBox())?.y, before?.y);
    await page.getByRole('checkbox', { name: 'Cem Test' }).check();
    await shoot(page, 'sign-up-found');
    await page.getByRole('button', { name: 'Sign up 1 person' }).click();
    await page.getByText('Cem Test is number 2 on the waitlist.').waitFor();
    await shoot(page, 'sign-up-waitlist');
    assert.deepEqual(await axeInDrill(page), []);
    await page.getByLabel('Reason for the exception').fill('She has the keys');
    await page.getByRole('button', { name: 'Give a spot anyway' }).click();
    await page.getByText('Cem Test has a spot.').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // From the menu of a person who waits, by keyboard; Escape leads back to where one was.
    const menu = page.getByRole('button', { name: 'Actions for Bo Test' });
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Give a spot' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    assert.equal(await focused(page), 'Actions for Bo Test');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Give a spot' }).click();
    await page.getByLabel('Reason for the exception').fill('Two more chairs');
    await page.getByRole('button', { name: 'Override' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const rows = await rowsOf('select user_id::int, status from registrations where shift_id = $1', [id]);
    assert.deepEqual(
      rows.map(({ status }) => status),
      ['active', 'active', 'active'],
    );
  });

  it('about many are one request, with every refusal by name and one refresh', async () => {
    const { page, shiftOf, signUp, ana, bo, cem } = await harbor();
    const from = await shiftOf({ requires_approval: true }, 24 * 410);
    const to = await shiftOf({ capacity: 1 }, 24 * 410 + 5);
    await signUp(from, ana, bo, cem);
    await load(page, `/manage/shifts/${from}`);
    const requests = recordRequests(page);
    await page.getByRole('checkbox', { name: /^Select everyone in/ }).check();
    // On a slow connection, the next step is taken before the roster was read again.
    const isSwitched = Promise.withResolvers<void>();
    await page.route(`**/api/v1/shifts/${from}/roster?*`, async (route) => {
      await isSwitched.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Approve 3' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve 3' }).click();
    await page.getByText('3 people are confirmed.').waitFor();
    assert.deepEqual(requests('POST'), ['/api/v1/organizations/1/registrations/approve']);
    assert.ok(requests('GET').filter((path) => path === `/api/v1/shifts/${from}/signups`).length <= 2);
    await page.getByRole('button', { name: 'Switch shift…' }).click();
    await page.getByRole('dialog').getByLabel('Switch to').selectOption(String(to));
    await page.getByRole('dialog').getByRole('button', { name: 'Switch' }).click();
    await page.getByText('1 done, 2 failed.').waitFor();
    isSwitched.resolve();
    const failed = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Test' });
    const names = await failed.allInnerTexts();
    const everyone = ['Ana Test', 'Bo Test', 'Cem Test'];
    const named = everyone.filter((name) => names.some((text) => text.startsWith(name)));
    assert.equal(named.length, 2);
    await shoot(page, 'bulk-refused');
    assert.deepEqual(await axeInDrill(page), []);
    if (!isDrill) return;
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    // The key undoes what was done last, the notice of the switch stays.
    const [name = ''] = named;
    await remove(page, name);
    await page.keyboard.press('Control+z');
    await page.getByText(`${name} is removed.`).waitFor({ state: 'detached' });
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
    const [switched] = everyone.filter((one) => !named.includes(one));
    await page.getByText(`Undone. ${switched} is signed up as before.`).waitFor();
    const there = "select 1 from registrations where shift_id = $1 and status = 'active'";
    assert.equal((await rowsOf(there, [from])).length, 3);
  });

  inDrill('on Today ask before they reject, and send the reason', async () => {
    const { page, shiftOf, signUp, dee } = await harbor();
    const id = await shiftOf({ requires_approval: true }, 24 * 3);
    await signUp(id, dee);
    await load(page, '/manage');
    await page.getByRole('button', { name: 'Decline Dee Test' }).click();
    await page.getByLabel('Reason').fill('We need a driver');
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
    await page.getByText('Dee Test was declined.').waitFor();
    await page.getByRole('button', { name: 'Close and do it now' }).click();
    const statusOf = async () => await rowsOf('select status from registrations where shift_id = $1', [id]);
    await until(async () => (await statusOf())[0].status === 'cancelled');
    const [row] = await rowsOf('select cancel_reason from registrations where shift_id = $1', [id]);
    assert.equal(row.cancel_reason, 'We need a driver');
  });

  inDrill('on Today keep what was typed when someone else decides first', async () => {
    const { page, planner, shiftOf, signUp, ana } = await harbor();
    const id = await shiftOf({ requires_approval: true }, 24 * 5);
    await signUp(id, ana);
    await load(page, '/manage');
    const decline = page.getByRole('button', { name: 'Decline Ana Test', includeHidden: true });
    await decline.click();
    await page.getByLabel('Reason').fill('We need a driver');
    const [registration] = await rowsOf('select id from registrations where shift_id = $1', [id]);
    expect200(await planner.post(`/registrations/${registration.id}/approve`, {}));
    await decline.waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Reason').inputValue(), 'We need a driver');
  });

  inDrill('on Today leave the keyboard at their heading', async () => {
    const { page, shiftOf, signUp, eli } = await harbor();
    await rowsOf("update registrations set status = 'active' where status = 'pending_approval'");
    await signUp(await shiftOf({ requires_approval: true }, 24 * 3), eli);
    await load(page, '/manage');
    await page.getByRole('button', { name: 'Approve Eli Test' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Eli Test is confirmed.').waitFor();
    await until(async () => (await focused(page)) === 'Waiting for you');
  });

  it('can be undone for a while, also by keyboard and from another page', async () => {
    const { page, shiftOf, signUp, ana, bo } = await harbor();
    const id = await shiftOf({ capacity: 5 }, 24 * 420);
    await signUp(id, ana, bo);
    const statuses = async () =>
      (await rowsOf('select status from registrations where shift_id = $1 order by id', [id]))
        .map(({ status }) => status)
        .join();
    await load(page, `/manage/shifts/${id}`);
    await remove(page, 'Ana Test');
    // The focus never falls to the page: it's on what can be undone.
    const undo = page.getByRole('button', { name: 'Undo' });
    await until(async () => await page.evaluate<boolean>('document.activeElement !== document.body'));
    assert.deepEqual(await axeInDrill(page), []);
    await shoot(page, 'undo');
    await page.keyboard.press('Control+z');
    await undo.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Actions for Ana Test' }).waitFor();

    await remove(page, 'Bo Test');
    await app.go(page, '/manage');
    await undo.click();
    await undo.waitFor({ state: 'detached' });
    assert.equal(await statuses(), 'active,active');

    await open(page, `/manage/shifts/${id}`);
    await remove(page, 'Ana Test');
    // Of the same process: for any other, Chromium gives a page half a second to say goodbye, which a busy machine may take.
    await openEmpty(page, app.url);
    await until(async () => (await statuses()) === 'cancelled,active');
    // No page of the app has heard the answer: the next one asks for it, and has nothing to tell.
    assert.equal((await notes(page)).length, 1);
    await open(page, '/manage');
    await until(async () => (await notes(page)).length === 0);
    assert.equal(await page.getByText('Ana Test is removed.').count(), 0);
    assert.equal(await statuses(), 'cancelled,active');

    if (!isDrill) return;
    // Where a page ends without a chance to send, the next one does.
    const lost = await visit({ changed: true });
    await lost.context().addInitScript(noticesStay);
    await enter(lost, demo.coordinator);
    await open(lost, `/manage/shifts/${id}`);
    await remove(lost, 'Bo Test');
    // As long as the pointer is there, it can be undone.
    await lost.getByText('Bo Test is removed.').hover();
    const next = await lost.context().newPage();
    await open(next, '/manage');
    // It waits for the first page to send or to end.
    await until(async () => await next.evaluate<boolean>(waitsForLock));
    assert.equal(await statuses(), 'cancelled,active');
    await crash(lost);
    await next.getByText('Bo Test is removed.').waitFor();
    await shoot(next, 'finished-later');
    assert.deepEqual(await axe(next), []);
    assert.equal(await statuses(), 'cancelled,cancelled');

    await signUp(id, ana);
    await open(next, `/manage/shifts/${id}`);
    await remove(next, 'Ana Test');
    await next.keyboard.press('Control+z');
    await next.getByRole('button', { name: 'Actions for Ana Test' }).waitFor();
    await crash(next);
    const last = await lost.context().newPage();
    await openEmpty(last, app.url);
    assert.deepEqual(await notes(last), []);
  });

  inDrill('are sent after ten seconds, and later for those whose keyboard is there', async () => {
    const { shiftOf, signUp, ana, bo } = await harbor();
    const page = await visit({ changed: true });
    await enter(page, demo.coordinator);
    const id = await shiftOf({ capacity: 5 }, 24 * 430);
    await signUp(id, ana, bo);
    const active = async () =>
      (await rowsOf("select 1 from registrations where shift_id = $1 and status = 'active'", [id])).length;
    await page.clock.install();
    await load(page, `/manage/shifts/${id}`);
    const undo = page.getByRole('button', { name: 'Undo' });
    await remove(page, 'Ana Test');
    // As the app does where what was clicked is gone with the focus. Someone with a mouse doesn't notice.
    await undo.focus();
    await page.clock.runFor(10_000);
    await until(async () => (await active()) === 1);

    await remove(page, 'Bo Test');
    await undo.focus();
    await page.keyboard.press('Tab');
    await page.clock.runFor(60_000);
    const requests = recordRequests(page);
    await undo.click();
    await undo.waitFor({ state: 'detached' });
    // The longest that anyone may take, and more.
    await page.clock.runFor(180_000);
    assert.deepEqual(requests('POST'), []);
    assert.equal(await active(), 1);
  });

  inDrill('never offer a shift that is over', async () => {
    const { page, shiftOf, signUp, eli } = await harbor();
    await shiftOf({ title: 'Long ago', capacity: 9 }, -30);
    const soon = await shiftOf({ title: 'Soon' }, 20);
    await load(page, '/manage/shifts?view=list&past=true&q=Long');
    const past = page.getByText('No one signed up').first();
    await past.waitFor();
    assert.equal(await page.getByText(/spots? left/).count(), 0);
    await signUp(soon, eli);
    await open(page, `/manage/shifts/${soon}`);
    await page.getByRole('button', { name: 'Actions for Eli Test' }).click();
    await page.getByRole('menuitem', { name: 'Switch to another shift…' }).click();
    const choices = await page.getByRole('dialog').getByLabel('Switch to').innerText();
    assert.doesNotMatch(choices, /Long ago/);
  });

  it('are shown to volunteers where they look: on the board, in the calendar and by keyboard', async () => {
    const { shiftOf, signUp, ana } = await harbor();
    const mine = await visit();
    await enter(mine, demo.volunteer);
    const volunteer = await idOf(demo.volunteer);
    const full = await shiftOf({ title: 'Full one', capacity: 1, waitlist_capacity: 5 }, 24 * 70);
    await signUp(full, ana, volunteer);
    const free = await shiftOf({ title: 'Free one', capacity: 3 }, 24 * 71);
    await open(mine, `/shifts/${free}`);
    await mine.getByRole('button', { name: 'Sign up' }).focus();
    await mine.keyboard.press('Enter');
    await mine.getByRole('heading', { name: 'You’re signed up' }).waitFor();
    await until(async () => (await focused(mine)) === 'You’re signed up');
    await open(mine, '/?q=one');
    const row = (title: string) => mine.getByRole('listitem').filter({ hasText: title });
    await row('Free one').getByText('You’re signed up').waitFor();
    await row('Full one').getByText('You’re on the waitlist').waitFor();
    await shoot(mine, 'board-own');
    assert.deepEqual(await axeInDrill(mine), []);
    const [{ day }] = await rowsOf(
      "select to_char(start_time at time zone time_zone, 'YYYY-MM-DD') as day from shifts where id = $1",
      [full],
    );
    await open(mine, `/calendar?view=week&day=${day}`);
    // Depending on the hour, it goes on past midnight, and each of the two days shows it.
    const entry = mine.getByRole('link').filter({ hasText: 'Full one' }).first();
    await entry.getByText('You’re on the waitlist').waitFor();
    assert.equal(await entry.getByText('You’re signed up').count(), 0);
  });

  inDrill('about news and devices leave alone what was decided elsewhere', async () => {
    const mine = await visit();
    await enter(mine, demo.volunteer);
    const volunteer = await idOf(demo.volunteer);
    const requests = recordRequests(mine);
    for (let n = 0; n < 2; n += 1) await openSession(muster.platform, volunteer);
    await open(mine, '/me/settings');
    // What was turned off elsewhere since then, with a link in an email, stays off.
    const offered = JSON.stringify({ offered: { email: false } });
    await rowsOf('update users set notification_preferences = $2 where id = $1', [volunteer, offered]);
    // Not `uncheck`, which looks at once: the box follows the request, a moment later.
    await mine.getByRole('checkbox', { name: 'I earn a badge: Browser' }).click();
    await until(async () => {
      const [{ off }] = await rowsOf('select notification_preferences as off from users where id = $1', [
        volunteer,
      ]);
      if (off.badge_awarded === undefined) return false;
      assert.deepEqual(off, { offered: { email: false }, badge_awarded: { push: false } });
      return true;
    });
    await mine.getByRole('button', { name: 'Log out everywhere else' }).click();
    await mine.getByText(/^Logged out on \d+ other devices\.$/).waitFor();
    assert.deepEqual(requests('DELETE'), ['/api/v1/me/sessions']);
  });
});

/** A busy machine may need longer for the next steps than a notice is shown. */
const noticesStay = `
  const original = globalThis.setTimeout;
  globalThis.setTimeout = (act, ms, ...given) => original(act, ms >= 5_000 ? ms * 20 : ms, ...given);
`;

async function remove(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Remove from shift…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText(`${name} is removed.`).waitFor();
}

/** What the device keeps of changes that can still be undone. */
async function notes(page: Page): Promise<string[]> {
  return await page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('muster.delayed.'))");
}

const waitsForLock = `navigator.locks.query()
  .then(({ pending }) => pending.some(({ name }) => name.startsWith('muster.delayed.')))`;

/** Ends the process of a page: none of its handlers runs. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => undefined);
  await crashed;
}

/** The paths of the requests from now on, by method. */
function recordRequests(page: Page) {
  const seen: Request[] = [];
  page.on('request', (request) => seen.push(request));
  return (method: string) =>
    seen
      .filter((request) => request.method() === method && request.url().includes('/api/v1/'))
      .map((request) => new URL(request.url()).pathname)
      .filter((path) => !path.includes('/auth/'));
}
