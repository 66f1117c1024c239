import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { recounting } from '#demo/recount.ts';
import {
  browserApp,
  demo,
  inDrill,
  isDrill,
  isFocused,
  type Visit,
  whyNoBrowser,
} from '#test/browser/app.ts';
import { expect200, openSession } from '#test/people.ts';
import { until } from '#test/until.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp();
const zone = 'America/New_York';

/** What the calendar and the clock of the demo show, some hours from now. */
function clockIn(hours: number): { date: string; time: string } {
  const at = Temporal.Now.zonedDateTimeISO(zone).add({ hours });
  return { date: at.toPlainDate().toString(), time: at.toPlainTime().toString({ smallestUnit: 'minute' }) };
}

async function pressUntilFocused(page: Page, key: string, wanted: Locator): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    if (await isFocused(wanted)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${key} does not reach it`);
}

describe('the screens of coordinators', { skip }, () => {
  if (app === undefined) return;
  const { visit, open, load, axeInDrill, shoot, consoleErrors, enter, muster } = app;
  const rowsOf = async (text: string, values: unknown[] = []) =>
    (await muster.database.pool.query(text, values)).rows;

  const coordinator = async (how: Visit = {}): Promise<Page> => {
    const page = await visit(how);
    await enter(page, demo.coordinator);
    return page;
  };
  let whole: Promise<Page> | undefined;
  /** One window for most tests: logging in takes its time. */
  const startAt = async (address: string): Promise<Page> => {
    whole ??= coordinator({ stays: true }).then((page) => {
      // A form with something unsaved asks whether it may go.
      page.on('dialog', (dialog) => void dialog.accept());
      return page;
    });
    await load(await whole, address);
    return await whole;
  };

  it('show how far a change to a long series is, and when it is done', async () => {
    const [user] = await rowsOf('select id from users where email = $1', [demo.coordinator]);
    const [program] = await rowsOf('select min(id)::int as id from programs');
    const { token } = await openSession(muster.platform, Number(user.id));
    const made = expect200(
      await muster.as(token).post('/shifts', {
        program_id: program.id,
        start_time: '2033-01-01T09:00:00Z',
        end_time: '2033-01-01T10:00:00Z',
        recurrence: 'FREQ=DAILY;COUNT=120',
      }),
    );
    // Someone keeps the last shift busy, so that the second half has to wait.
    const other = await muster.database.pool.connect();
    await other.query('begin');
    await other.query('select from shift_seats where shift_id = $1 for update', [made.shift_ids.at(-1)]);
    const page = await startAt(`/manage/shifts/${made.id}/edit`);
    await page.getByLabel('Title').fill('Renamed for all');
    await page.getByLabel('All shifts in the series that aren’t over').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Updating 120 shifts… 60 done').waitFor();
    await shoot(page, 'series-progress');
    assert.deepEqual(await axeInDrill(page), []);
    await other.query('rollback');
    other.release();
    await page.getByText('120 shifts updated.').waitFor();
    await page.locator('main').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('heading', { name: 'Renamed for all' }).waitFor();
    assert.deepEqual(consoleErrors(page), []);
  });

  it('lead from a new series over the desk to verified hours', async () => {
    const page = await startAt('/manage/shifts/new');
    const start = clockIn(-1);
    await page.getByLabel('Program').selectOption({ label: 'Saturday distribution' });
    await page.getByLabel('Title').fill('Soup kitchen');
    await page.getByRole('textbox', { name: 'Date', exact: true }).fill(start.date);
    await page.getByLabel('From').fill(start.time);
    await page.getByLabel('Until').first().fill(clockIn(2).time);
    await page.getByRole('button', { name: 'Add role' }).press('Enter');
    await page.keyboard.type('Cook');
    assert.equal(await page.getByLabel('Name of role 1').inputValue(), 'Cook');
    await page.getByLabel('How often').selectOption('week');
    await page.getByLabel('Number of shifts').fill('4');
    await page.getByText('Creates 4 shifts.').waitFor();
    await page.getByRole('group', { name: 'Dates' }).getByRole('checkbox').nth(1).uncheck();
    await page.getByText('Creates 3 shifts.').waitFor();
    // Each tick would read all of it aloud.
    assert.equal(await page.getByRole('alert').getByRole('checkbox').count(), 0);
    await page.getByRole('button', { name: 'Create series' }).click();
    await page.getByRole('heading', { name: 'Soup kitchen' }).waitFor();
    const shiftId = Number(new URL(page.url()).pathname.split('/').at(-1));
    const made = await rowsOf('select id from shifts where title = $1', ['Soup kitchen']);
    assert.equal(made.length, 3);
    await page.evaluate('navigator.clipboard.writeText = async (text) => void (window.copied = text)');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Copy link for volunteers' }).click();
    await page.getByText('Link copied.').waitFor();
    const publicPage = `/shifts/${shiftId}`;
    assert.equal(await page.evaluate<string>('copied'), new URL(publicPage, page.url()).href);
    await page.getByRole('button', { name: 'More' }).click();
    const view = page.getByRole('menuitem', { name: 'View public page' });
    assert.equal(await view.getAttribute('href'), publicPage);
    await page.getByRole('menuitem', { name: 'Cancel shift…' }).click();
    await page.getByRole('dialog').getByText('No one has signed up yet.').waitFor();
    await page.getByLabel('This one and all that follow').check();
    // It isn't known of the others.
    const several = page.getByRole('dialog', { name: 'Cancel these shifts?' });
    await several.getByText('Everyone who signed up').waitFor();
    assert.equal(await several.getByText('No one has signed up yet.').count(), 0);
    await page.getByRole('button', { name: 'Keep it' }).click();

    await page.getByRole('button', { name: 'Sign someone up' }).click();
    await page.getByLabel('Name or email address').fill('Ada');
    await page.getByRole('checkbox', { name: 'Ada Admin' }).check();
    await page.getByRole('dialog').getByLabel('Role').selectOption('cook');
    await page.getByRole('button', { name: 'Sign up 1 person' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Ada Admin' }).getByText('Expected').waitFor();
    assert.deepEqual(await axeInDrill(page), []);

    assert.deepEqual(consoleErrors(page), []);
    // Without a series, week.test.ts goes the same way.
    if (!isDrill) return;
    await open(page, '/desk');
    await page.getByRole('link', { name: /Soup kitchen/ }).click();
    await page.getByRole('button', { name: 'Check in Ada Admin' }).click();
    await page.getByText('Everything is synced.').waitFor();
    await page.getByRole('button', { name: 'Check out Ada Admin' }).click();
    await page.getByText('Ada Admin is checked out.').waitFor();
    // “Everything is synced.” may still be about the check-in: leaving the page now would leave an entry behind on the device.
    const stateOf = async () =>
      (await rowsOf('select status from attendance where shift_id = $1', [shiftId]))[0]?.status;
    await until(async () => (await stateOf()) === 'checked_out');

    await open(page, '/manage/hours');
    await page.getByRole('button', { name: 'Verify 1 for Soup kitchen' }).click();
    await page.getByRole('button', { name: 'Verify 1 for Soup kitchen' }).waitFor({ state: 'detached' });
    const [record] = await rowsOf('select status, verified_at from attendance where shift_id = $1', [
      shiftId,
    ]);
    assert.equal(record?.status, 'checked_out');
    assert.notEqual(record?.verified_at, null);
    // Of many years, the chart has the last two.
    await rowsOf(
      `insert into hours (organization_id, user_id, program_id, mission_id, month, minutes, verified_minutes, shifts, updated_at)
       select organization_id, (select min(id) from users u where not exists (select 1 from hours_stale where user_id = u.id)),
         program_id, mission_id, (date_trunc('month', now()) - make_interval(months => back))::date, 60, 60, 1, now()
       from attendance, generate_series(1, 40) as back where shift_id = $1`,
      [shiftId],
    );
    await page.reload();
    const months = page.getByRole('list', { name: 'Hours per month' }).getByRole('listitem');
    await until(async () => (await months.count()) === 24);
    const latest = await rowsOf("select to_char(now(), 'FMMonth YYYY') as month");
    assert.match((await months.last().textContent()) ?? '', new RegExp(latest[0]?.month));
    assert.deepEqual(consoleErrors(page), []);
  });

  inDrill(
    'are told at the field what is missing or not allowed, and nothing is changed behind their back',
    async () => {
      const page = await startAt('/manage/shifts/new');
      const field = (name: string) => page.getByLabel(name, { exact: true });
      await field('Spots').fill('0');
      await page.getByLabel('Minimum people').fill('5');
      await page.getByText('Enter a number from 1 to 100,000.').waitFor();
      assert.equal(await field('Spots').inputValue(), '0');
      await page.getByRole('button', { name: 'Create shift' }).click();
      await page.getByLabel('Program').and(page.locator(':focus')).waitFor();
      await page.getByLabel('Program').selectOption({ label: 'Saturday distribution' });
      await field('Spots').fill('3');
      await page.getByRole('button', { name: 'Create shift' }).click();
      await page.getByText('Enter a number from 1 to 3.').waitFor();
      await page.getByLabel('Minimum people').and(page.locator(':focus')).waitFor();
      assert.equal(await page.getByLabel('Minimum people').inputValue(), '5');
      assert.deepEqual(await axeInDrill(page), []);
      assert.deepEqual(consoleErrors(page), []);
    },
  );

  it('go on from the newest version with what they typed, when someone else was faster', async () => {
    const [shift] = await rowsOf(
      "select id from shifts where status = 'published' and start_time > now() and series_id is null limit 1",
    );
    const address = `/manage/shifts/${shift?.id}/edit`;
    const one = await startAt(address);
    const owner = { email: demo.owner, password: demo.password };
    const { access_token } = expect200(await muster.as().post('/auth/login', owner));
    expect200(await muster.as(access_token).patch(`/shifts/${shift?.id}`, { location: 'Behind the market' }));
    await one.getByLabel('Title').fill('Named by two');
    await one.getByRole('button', { name: 'Save' }).click();
    assert.deepEqual(await axeInDrill(one), []);
    await one.getByRole('button', { name: 'Load the newest version' }).click();
    await one.getByText('What you entered is still here.').waitFor();
    assert.equal(await one.getByLabel('Location').inputValue(), 'Behind the market');
    assert.equal(await one.getByLabel('Title').inputValue(), 'Named by two');
    await shoot(one, 'newest-version');
    await one.getByRole('button', { name: 'Save' }).click();
    await one.getByRole('heading', { name: 'Named by two' }).waitFor();
    const rows = await rowsOf('select title, location from shifts where id = $1', [shift?.id]);
    assert.deepEqual(rows, [{ title: 'Named by two', location: 'Behind the market' }]);
  });

  it('keep what was typed, also over a reload', async () => {
    const page = await startAt('/manage/shifts/new');
    await page.getByLabel('Title').fill('Half a plan');
    await page.reload();
    assert.equal(await page.getByLabel('Title').inputValue(), 'Half a plan');
    await page.getByRole('button', { name: 'Start over' }).click();
    assert.equal(await page.getByLabel('Title').inputValue(), '');
  });

  inDrill('approve waiting people in place', async () => {
    const page = await coordinator({ phone: true });
    await open(page, '/manage');
    await page.getByRole('button', { name: 'Approve Vera Volunteer' }).click();
    await page.getByText('Vera Volunteer is confirmed.').waitFor();
    await page.getByText('All caught up').waitFor();
    const [row] = await rowsOf(
      'select r.status from registrations r join users u on u.id = r.user_id where u.email = $1 and shift_id = 5',
      [demo.volunteer],
    );
    assert.equal(row?.status, 'active');
  });

  it('move someone to another role with the keyboard alone, against a rule with a reason', async () => {
    const page = await startAt('/manage/shifts/3');
    const roleOf = async () =>
      (
        await rowsOf(
          "select role.key from registrations r join users u on u.id = r.user_id join shift_roles role on role.id = r.role_id where u.email = 'chidi@demo.muster' and r.shift_id = 3 and r.status = 'active'",
        )
      )[0]?.key;
    assert.equal(await roleOf(), 'packer');
    // The greeters are two of two: the move is refused until the coordinator gives a reason.
    await page.getByRole('button', { name: 'Actions for Chidi Okafor' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Change role to Greeter' }).waitFor();
    await pressUntilFocused(
      page,
      'ArrowDown',
      page.getByRole('menuitem', { name: 'Change role to Greeter' }),
    );
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Reason for the exception').waitFor();
    assert.deepEqual(await axeInDrill(page), []);
    await page.getByLabel('Reason for the exception').focus();
    await page.keyboard.type('He knows everybody at the door');
    await pressUntilFocused(page, 'Tab', page.getByRole('button', { name: 'Override' }));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await roleOf(), 'greeter');
    await page.getByText('Chidi Okafor switched to “Greeter”.').waitFor();
    await page.keyboard.press('Control+z');
    await until(async () => (await roleOf()) === 'packer');
  });

  it('publish and cancel many at once, with a result for each', async () => {
    const page = await startAt('/manage/shifts?view=list&status=draft');
    await page.getByRole('checkbox', { name: /^Select all/ }).check();
    await page.getByRole('button', { name: /^Publish 1/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish 1 draft' }).click();
    await page.getByText('1 shift is published.').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const drafts = await rowsOf("select id from shifts where status = 'draft'");
    assert.equal(drafts.length, 0);
  });

  inDrill('check several people in at once', async () => {
    const page = await startAt('/manage/shifts/4');
    for (const name of [/Emil Novak/, /Fumiko Sato/]) await page.getByRole('checkbox', { name }).check();
    await page.getByRole('button', { name: 'Check in 2' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Check in 2' }).click();
    await page.getByText('2 people are checked in.').waitFor();
    const there = await rowsOf("select user_id from attendance where shift_id = 4 and status = 'checked_in'");
    assert.equal(there.length, 2);
  });

  it('scroll through thousands of people of whom only the near ones exist', async () => {
    const { pool } = muster.database;
    const people = 1_500;
    await pool.query(
      `insert into users (email, name, password_hash, time_zone, created_at, updated_at)
       select 'many' || n || '@demo.muster', 'Person ' || lpad(n::text, 4, '0'), '', 'UTC', now(), now()
       from generate_series(1, $1::int) n`,
      [people],
    );
    await pool.query('update shift_seats set capacity = 10000 where shift_id = 2');
    await pool.query(
      `insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at, updated_at)
       select 1, s.id, u.id, 'active', s.start_time, s.end_time, 'api', now(), now()
       from users u, shifts s where u.email like 'many%' and s.id = 2`,
    );
    for (const statement of recounting()) await pool.query(statement);
    const page = await startAt('/manage/shifts/2');
    await page.getByText(/^1,50\d of 10,000$/).waitFor();
    assert.ok((await page.locator('main li').count()) < 80);
    // Heights are measured on the way: the end moves a little when it is reached.
    const last = page.getByText('Person 1500');
    while ((await last.count()) === 0)
      await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    assert.ok((await page.locator('main li').count()) < 80);
    await page.getByLabel('Name, email or phone').fill('Person 0751');
    await page.getByText('Person 0751').waitFor();
  });
});
