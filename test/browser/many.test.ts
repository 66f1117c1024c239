import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { recount } from '#demo/recount.ts';
import { browserApp, demo, inDrill, isDrill, isFocused, whyNoBrowser } from '#test/browser/app.ts';
import { until } from '#test/until.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp();
/** A month far ahead, where the demo has nothing, and in which the clocks change. */
const month = '2033-03';
const shifts = 2_000;
const people = 600;

/**
 * Notes what is slow: asking a zone, and writing dates and numbers. The same one again is not counted: React may begin
 * what it draws again, as often as something else interrupts it.
 */
const counting = `
  globalThis.asked = { zones: new Set(), formats: new Set() };
  const names = new Map();
  const nameOf = (formatter) => names.get(formatter) ?? names.set(formatter, names.size).get(formatter);
  const { toZonedDateTimeISO } = Temporal.Instant.prototype;
  Temporal.Instant.prototype.toZonedDateTimeISO = function (zone) {
    asked.zones.add(zone + this.toString());
    return toZonedDateTimeISO.call(this, zone);
  };
  for (const { prototype } of [Intl.DateTimeFormat, Intl.NumberFormat]) {
    const { get } = Object.getOwnPropertyDescriptor(prototype, 'format');
    Object.defineProperty(prototype, 'format', {
      get() {
        const format = get.call(this);
        return (value) => {
          asked.formats.add(nameOf(this) + ':' + String(value));
          return format(value);
        };
      },
    });
  }
`;

type Asked = 'zones' | 'formats';

const askedOn = (page: Page, what: Asked) => page.evaluate<number>(`asked.${what}.size`);
const forgetAsked = (page: Page) => page.evaluate('asked.zones.clear(); asked.formats.clear()');

describe('many shifts and many people', { skip }, async () => {
  if (app === undefined) return;
  const { visit, open, load, enter, muster, consoleErrors, shoot, axe } = app;
  const { pool } = muster.database;
  await pool.query(
    `with made as (
       insert into shifts (organization_id, program_id, mission_id, title, description, location, start_time, end_time,
         time_zone, requires_approval, status, roles, created_at, updated_at)
       select organization_id, id, default_mission_id, 'Shift ' || n, '', 'Pier', at, at + interval '2 hours',
         'America/New_York', false, 'published', '[]', now(), now()
       from (select * from programs where organization_id = 1 order by id limit 1) as program,
         generate_series(0, ${shifts - 1}) as n,
         lateral (select '${month}-01T12:00:00Z'::timestamptz + n * interval '22 minutes' as at) as time
       returning id
     )
     insert into shift_seats (shift_id, organization_id, capacity, waitlist_capacity) select id, 1, 40, 10 from made`,
  );
  await pool.query(
    `with made as (
       insert into users (email, name) select 'many-' || n || '@example.org', 'Person ' || n
       from generate_series(1, ${people}) as n returning id
     )
     insert into memberships (organization_id, user_id, role, joined_at)
     select 1, id, 'volunteer', now() - interval '1 year' from made`,
  );

  const enterOnce = async (): Promise<Page> => {
    const page = await visit({ changed: true, stays: true });
    await page.addInitScript(counting);
    await enter(page, demo.coordinator);
    return page;
  };
  let entered: Promise<Page> | undefined;
  /** The page of one coordinator, who starts there. */
  const coordinator = async (address: string): Promise<Page> => {
    entered ??= enterOnce();
    await load(await entered, address);
    return await entered;
  };
  const whole = (page: Page) =>
    page.getByRole('button', { name: /^Thursday, 31 March 2033, 6\d shifts, Needs people$/ });

  it(`shows a month of ${shifts} shifts with little work for each`, async () => {
    const page = await coordinator(`/manage/shifts?view=month&day=${month}-15`);
    await whole(page).waitFor();
    const zones = await askedOn(page, 'zones');
    const blocks = await page.locator('[data-shift]').count();
    assert.ok(blocks >= 31 * 3 && blocks <= 42 * 3, `${blocks} shifts are drawn`);
    assert.ok(zones < 20, `a zone was asked ${zones} times`);
    // Only the days that are left and entered are drawn again; the texts of the page that a link leads to change nothing.
    await forgetAsked(page);
    await page.locator('[data-shift]').first().focus();
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.locator('[data-moving]').first().waitFor();
    const moved = await askedOn(page, 'formats');
    assert.ok(moved < 60, `${moved} dates and numbers were written for two steps`);
    await page.keyboard.press('Escape');
    const middle = page.getByRole('button', { name: /^Tuesday, 15 March 2033, / });
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await middle.waitFor({ state: 'detached' });
    await forgetAsked(page);
    await page.getByRole('button', { name: 'Previous', exact: true }).click();
    await middle.waitFor();
    const drawn = await askedOn(page, 'formats');
    assert.ok(drawn < shifts / 4, `${drawn} dates and numbers were written`);
    assert.deepEqual(consoleErrors(page), []);
  });

  it('draws a bounded number of elements in every view, and opens the day for what has no space', async () => {
    const page = await coordinator('/manage/shifts?view=day');
    const views = { week: 4_000, ...(isDrill && { month: 2_500, day: 1_500, timeline: 2_500, list: 4_500 }) };
    for (const [view, most] of Object.entries(views)) {
      await open(page, `/manage/shifts?view=${view}&day=${month}-10`);
      await page.locator('[data-shift], tbody tr').first().waitFor();
      const count = await page.locator('main *').count();
      assert.ok(count < most, `${view}: ${count} elements`);
      if (view !== 'week') continue;
      await shoot(page, 'schedule-week-many');
      const rest = page.getByRole('button', { name: /^\d+ more, Thursday, 10 March 2033, / });
      await rest.first().press('Enter');
      await until(() => isFocused(page.getByRole('heading', { name: 'Thursday, 10 March 2033' })));
      await page.goBack();
      await rest.first().waitFor();
    }
    assert.deepEqual(consoleErrors(page), []);
  });

  inDrill(
    'lists the people of a shift in pages, finds each, and draws no one again while someone types',
    async () => {
      const { rows } = await pool.query("select id from shifts where title = 'Shift 960'");
      const id = rows[0]?.id;
      await pool.query('update shift_seats set capacity = 900 where shift_id = $1', [id]);
      await pool.query(
        `insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at, updated_at)
       select 1, s.id, u.id, 'active', s.start_time, s.end_time, 'many', now(), now()
       from shifts s, users u where s.id = $1 and u.name like 'Person %' and u.email like 'many-___@example.org'`,
        [id],
      );
      await recount(muster.database.db);
      const page = await coordinator(`/manage/shifts?view=day&day=${month}-16&q=Shift+960`);
      await page.locator(`[data-shift="${id}"]`).click();
      await page.getByRole('dialog').getByRole('button', { name: 'People' }).click();
      await page.locator('aside').getByText('501 people signed up').waitFor();
      const signedUp = page.getByRole('button', { name: /^Switch Person/ });
      const listed = page.locator('aside li');
      await until(async () => (await listed.count()) === 50 + 50);
      assert.equal(await signedUp.count(), 50);
      await signedUp.last().scrollIntoViewIfNeeded();
      await until(async () => (await signedUp.count()) === 100);
      await page.getByRole('searchbox', { name: 'Search signed-up people' }).fill('person 599');
      await until(async () => (await signedUp.count()) === 1);
      await shoot(page, 'schedule-people-many');
      assert.deepEqual(await axe(page), []);
      await forgetAsked(page);
      await page.getByRole('searchbox', { name: 'Search by name' }).press('P');
      const typed = await askedOn(page, 'formats');
      assert.ok(typed < 20, `${typed} numbers were written for one letter`);
    },
  );

  inDrill('draws the people who are near the screen, and keeps the focus when they scroll away', async () => {
    const page = await coordinator('/manage/people');
    await page.getByRole('button', { name: 'Select everyone who matches' }).click();
    await page.getByText(/^6\d\d people selected$/).waitFor();
    await page.route('**/people/ids*', (route) =>
      route.fulfill({ json: { user_ids: Array.from({ length: 5_001 }, (_, index) => index + 1) } }),
    );
    await page.getByRole('button', { name: 'Select everyone who matches' }).click();
    await page.getByText('5,001 people selected').waitFor();
    await page.getByRole('button', { name: 'Message', exact: true }).click();
    await page.getByText('A message can go to at most 5,000 people.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Clear selection' }).click();
    const rows = page.locator('tbody tr');
    const box = page.getByRole('checkbox', { name: 'Select Person 10', exact: true });
    await box.focus();
    const table = page.locator('tbody');
    await until(async () => {
      await page.mouse.wheel(0, 4_000);
      return Number(await table.locator('[aria-rowindex]').last().getAttribute('aria-rowindex')) > 500;
    });
    assert.ok((await rows.count()) < 100, `${await rows.count()} rows`);
    assert.ok(await isFocused(box));
    await page.keyboard.press('ArrowDown');
    assert.ok(await isFocused(page.getByRole('checkbox', { name: 'Select Person 100', exact: true })));
    assert.deepEqual(consoleErrors(page), []);
  });
});
