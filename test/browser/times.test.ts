import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { browserApp, demo, inDrill, isDrill, whyNoBrowser } from '#test/browser/app.ts';
import { expect200 } from '#test/people.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp();
/** The shift of the demo that goes on now. */
const shiftId = 3;
const dayMs = 86_400_000;

/** Hours beside a week that need more than one line, or more space than they have. */
const brokenHours = `[...document.querySelectorAll('tbody th')].flatMap((hour) => {
  const range = document.createRange();
  range.selectNodeContents(hour);
  const isBroken = range.getClientRects().length > 1;
  return isBroken || hour.scrollWidth > hour.clientWidth ? [hour.textContent] : [];
})`;

describe('times and codes', { skip }, () => {
  if (app === undefined) return;
  const { visit, open, axe, axeInDrill, shoot, enter, muster } = app;

  const clientOf = async (email: string) => {
    const login = await muster.as().post('/auth/login', { email, password: demo.password });
    return muster.as(expect200(login).access_token);
  };

  it('show a shift of several days on each of them, also while it runs, in weeks that begin on Sunday', async () => {
    const owner = await clientOf(demo.owner);
    const { items } = expect200(await owner.get('/programs?organization_id=1'));
    const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
    const camp = { program_id: items[0].id, title: 'Harbor camp', start_time: at(-2), end_time: at(2) };
    expect200(await owner.post('/shifts', { ...camp, time_zone: 'America/New_York', status: 'published' }));
    const page = await visit({ language: 'en-US', zone: 'America/New_York' });
    await enter(page, demo.coordinator);
    await open(page, '/calendar?view=week');
    const names = await page.locator('h3').allTextContents();
    assert.deepEqual(
      names.map((name) => name.slice(0, 3)),
      ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    );
    assert.ok((await page.getByRole('link', { name: /(until .*|all day) Harbor camp/ }).count()) > 0);
    // What the address says wrong is left out.
    await open(page, '/calendar?view=month&day=2026-13-45&staffing=none');
    assert.equal(await page.getByRole('columnheader').first().textContent(), 'Sun');
    await page.getByRole('link', { name: 'all day Harbor camp' }).first().waitFor();
    assert.deepEqual(await axe(page), []);
    await shoot(page, 'calendar-month-en-US');
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, '/me/availability');
    await page.getByRole('rowheader', { name: '12 PM' }).waitFor();
    assert.deepEqual(await page.evaluate<string[]>(brokenHours), []);
    await page.setViewportSize({ width: 1280, height: 900 });
    if (!isDrill) return;
    await open(page, '/');
    const row = page.getByRole('listitem').filter({ hasText: 'Harbor camp' });
    assert.match(await row.locator('time').innerText(), /^\w+, \w+ \d+, .* – \w+, \w+ \d+, .*[AP]M$/);
    await row.getByText('Started, sign-up closed').waitFor();
    await shoot(page, 'board-en-US');
    await page.setViewportSize({ width: 360, height: 740 });
    const height = (await row.locator('time').boundingBox())?.height ?? 0;
    const lineHeight = await page.evaluate<string>(
      "getComputedStyle(document.querySelector('main time')).lineHeight",
    );
    const lines = Math.round(height / Number.parseFloat(lineHeight));
    assert.equal(lines, 2, 'one for the start and one for the end');
    await shoot(page, 'board-en-US-phone');
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(page, '/manage/shifts');
    assert.ok((await page.getByRole('link', { name: /Harbor camp/ }).count()) > 1);
    await shoot(page, 'plan-en-US');
    await open(page, '/me/availability');
    await page.getByRole('button', { name: 'Sunday, 5:00 PM to 6:00 PM' }).waitFor();
    assert.equal(await page.getByRole('columnheader').first().textContent(), 'Sun');
  });

  it('offer visitors no account for a shift that has started', async () => {
    const page = await visit();
    await open(page, `/shifts/${shiftId}`);
    await page.getByText('This shift has already started. Sign-up is closed.').waitFor();
    assert.equal(await page.locator('main a[href*=signup], main a[href*=login]').count(), 0);
    assert.equal(await page.locator('main').getByText('left').count(), 0);
    await shoot(page, 'shift-started');
  });

  inDrill(
    'are shown where the device names no time zone, or one that the service does not know',
    async () => {
      for (const [zone, email] of [
        ['undefined', 'ida@example.org'],
        ["'Mars/Phobos'", 'kim@example.org'],
      ] as const) {
        const page = await visit({ changed: true });
        await page.addInitScript(`
        const { resolvedOptions } = Intl.DateTimeFormat.prototype;
        Intl.DateTimeFormat.prototype.resolvedOptions = function () {
          return { ...resolvedOptions.call(this), timeZone: ${zone} };
        };
      `);
        await open(page, '/');
        await page.locator('main time').first().waitFor();
        await open(page, '/signup');
        await page.locator('input[autocomplete=name]').fill('Someone');
        await page.locator('input[type=email]').fill(email);
        await page.locator('input[autocomplete=new-password]').fill('correct horse battery');
        await page.locator('main button[type=submit]').click();
        await page.waitForURL('**/manage');
      }
    },
  );

  inDrill('say when someone was there, and when news came, by the clocks of the reader', async () => {
    const vera = await visit();
    await enter(vera, demo.volunteer);
    await open(vera, '/me');
    await vera.getByRole('button', { name: 'Show past shifts' }).click();
    const past = vera.getByRole('region', { name: 'Past shifts' }).getByRole('listitem');
    await past
      .getByText(/^You were there for [\d.]+ hours?$/)
      .first()
      .waitFor();
    assert.equal(await past.getByText('You’re signed up').count(), 0);
    await open(vera, '/notifications');
    const notice = vera.locator('main time').first();
    const at = (await notice.getAttribute('datetime')) ?? '';
    const local = new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin', timeStyle: 'short' });
    assert.ok((await notice.innerText()).includes(local), 'when it came, by the clocks of the reader');
  });

  inDrill('let a person read out six digits at the desk', async () => {
    const vera = await visit();
    await enter(vera, demo.volunteer);
    await open(vera, '/me');
    await vera.getByRole('button', { name: 'My check-in code' }).click();
    const digits = vera.getByText(/^\d{3} \d{3}$/);
    await digits.waitFor();
    assert.deepEqual(await axeInDrill(vera), []);
    await shoot(vera, 'check-in-digits');
    const code = await digits.innerText();
    const desk = await visit();
    await enter(desk, demo.coordinator);
    await open(desk, `/desk/${shiftId}`);
    const field = desk.getByLabel('Search by name');
    await field.fill(code === '000 000' ? '000001' : '000000');
    await desk.keyboard.press('Enter');
    await desk.getByText('This code is wrong or has expired.').waitFor();
    await field.fill(code);
    await desk.keyboard.press('Enter');
    await desk.getByText('Vera Volunteer is checked in.').waitFor();
    // Taken by the service, and not only on this screen: else it would still wait there below.
    await desk.getByText('Everything is synced.').waitFor();
    await desk.context().setOffline(true);
    await field.fill(code);
    await desk.keyboard.press('Enter');
    await desk.getByText('Six-digit codes don’t work offline.').waitFor();
    await desk.context().setOffline(false);
    // Everything moves up as this line goes: a button could slip away from under a click.
    await desk.getByText(/This page shows what was loaded last\./).waitFor({ state: 'detached' });
    // Connected to a network that leads nowhere: what was tapped waits, and the bar says so.
    await field.fill('');
    const nowhere = '**/api/v1/**';
    await desk.route(nowhere, (route) => route.abort());
    await desk.getByRole('button', { name: 'Check in Chidi Okafor' }).click();
    await desk.getByRole('button', { name: 'Check out Chidi Okafor' }).waitFor();
    await desk.getByText('You’re offline. 1 entry is saved on this device.').waitFor();
    await desk.unroute(nowhere);
    const synced = desk.getByText('Everything is synced.').waitFor();
    // The queue also tries again on its own, and may be faster than the click.
    const click = desk.getByRole('button', { name: 'Sync now' }).click();
    await Promise.race([synced, click.catch(() => {})]);
    await synced;
  });

  it('become those of the next day at midnight, on a screen that is left open', async () => {
    const page = await visit({ language: 'en-US', zone: 'America/New_York', changed: true });
    await page.clock.install();
    await enter(page, demo.coordinator);
    await open(page, '/manage');
    const named = (days: number) =>
      new Date(Date.now() + days * dayMs).toLocaleDateString('en-US', {
        timeZone: 'America/New_York',
        weekday: 'long',
        month: 'long',
        day: 'numeric',
      });
    await page.getByText(named(0), { exact: true }).waitFor();
    await page.clock.fastForward(dayMs);
    await page.getByText(named(1), { exact: true }).waitFor();
  });
});
