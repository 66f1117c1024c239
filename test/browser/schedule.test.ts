import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { browserApp, demo, focused, inDrill, isDrill, isFocused, whyNoBrowser } from '#test/browser/app.ts';
import { expect200 } from '#test/people.ts';
import { until } from '#test/until.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp();
const zone = 'America/New_York';

describe('the schedule', { skip }, () => {
  if (app === undefined) return;
  const { visit, open, load, axe, axeInDrill, shoot, consoleErrors, enter, muster } = app;
  let whole: Promise<Page> | undefined;
  /** One window for all tests but one: logging in takes its time. */
  const plan = async (address?: string): Promise<Page> => {
    whole ??= visit({ language: 'en-US', zone, stays: true }).then(async (page) => {
      // A form with something unsaved asks whether it may go.
      page.on('dialog', (dialog) => void dialog.accept());
      await enter(page, demo.coordinator);
      return page;
    });
    if (address !== undefined) await load(await whole, address);
    return await whole;
  };
  // A Wednesday far ahead, where the demo has nothing.
  const day = '2033-03-16';
  const shiftOf = async (more: object) => {
    const login = await muster.as().post('/auth/login', { email: demo.coordinator, password: demo.password });
    const api = muster.as(expect200(login).access_token);
    const { items } = expect200(await api.get('/programs?organization_id=1'));
    const [program] = items;
    const times = { start_time: `${day}T09:00:00-04:00`, end_time: `${day}T11:00:00-04:00`, time_zone: zone };
    const body = { program_id: program.id, status: 'published', location: 'Pier', ...times, ...more };
    return expect200(await api.post('/shifts', body)).id as number;
  };
  const putOn = async (name: string, ...shiftIds: readonly number[]) => {
    const { rows } = await muster.database.pool.query('select id from users where name = $1', [name]);
    const login = await muster.as().post('/auth/login', { email: demo.coordinator, password: demo.password });
    const api = muster.as(expect200(login).access_token);
    for (const id of shiftIds)
      expect200(await api.post(`/shifts/${id}/signups/bulk`, { user_ids: [Number(rows[0]?.id)] }));
  };
  const timesOf = async (title: string): Promise<string[]> => {
    const { rows } = await muster.database.pool.query(
      `select to_char(start_time at time zone '${zone}', 'DD HH24:MI') || to_char(end_time at time zone '${zone}', '–HH24:MI') as at
       from shifts where title = $1 order by start_time`,
      [title],
    );
    return rows.map(({ at }) => at);
  };
  const become = (title: string, times: readonly string[]) =>
    until(async () => (await timesOf(title)).join() === times.join());
  const block = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(title) }).first();

  it('moves, resizes and adds shifts by mouse and by keys, asks about a series, and undoes', async () => {
    await shiftOf({ title: 'Alpha' });
    await shiftOf({
      title: 'Beta',
      start_time: `${day}T13:00:00-04:00`,
      end_time: `${day}T14:00:00-04:00`,
      recurrence: 'FREQ=WEEKLY;COUNT=2',
    });
    const page = await plan(`/manage/shifts?day=${day}`);
    const alpha = block(page, 'Alpha');
    await alpha.scrollIntoViewIfNeeded();
    const box = await alpha.boundingBox();
    assert.ok(box !== null);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    // Two hours are as high as the shift: half of it is one hour.
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 20, y + 10);
    await page.mouse.move(x + box.width, y + box.height / 2, { steps: 3 });
    await page.mouse.up();
    await become('Alpha', ['17 10:00–12:00']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await become('Alpha', ['16 09:00–11:00']);
    await page.getByText(/^Undone\./).waitFor();
    assert.ok(await isFocused(alpha));

    await alpha.focus();
    for (const key of ['m', 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'Shift+ArrowDown'])
      await page.keyboard.press(key);
    await page.getByRole('status').getByText('Enter saves, Escape cancels.').waitFor();
    await shoot(page, 'schedule-moving');
    await page.keyboard.press('Enter');
    await become('Alpha', ['15 09:30–11:45']);
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    assert.ok(await isFocused(block(page, 'Alpha')));

    await block(page, 'Beta').focus();
    for (const key of ['M', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('This one and all that follow').check();
    assert.deepEqual(await axeInDrill(page), []);
    await dialog.getByRole('button', { name: 'Move' }).click();
    await become('Beta', ['17 13:00–14:00', '24 13:00–14:00']);
    await dialog.waitFor({ state: 'detached' });

    const now = await block(page, 'Alpha').boundingBox();
    assert.ok(now !== null);
    await page.mouse.click(now.x + 3.5 * now.width, now.y + now.height / 4);
    await page.getByRole('heading', { name: 'New shift' }).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Date', exact: true }).inputValue(), '2033-03-18');
    assert.equal(await page.getByLabel('From').inputValue(), '10:00');
    assert.deepEqual(consoleErrors(page), []);
  });

  it('says beforehand why a shift can’t be moved, and where clocks show another time, in every view', async () => {
    const start = `${day}T07:00:00-04:00`;
    const id = await shiftOf({ title: 'Gamma', start_time: start, time_zone: 'America/Los_Angeles' });
    await muster.database.pool.query("update shifts set status = 'cancelled' where id = $1", [id]);
    const page = await plan();
    for (const view of isDrill ? ['week', 'month', 'timeline'] : ['timeline']) {
      await open(page, `/manage/shifts?view=${view}&day=${day}&q=Gamma`);
      await block(page, '^4:00.* Pacific Daylight Time Gamma').getByText('PDT').waitFor();
      await block(page, 'Gamma').focus();
      await page.keyboard.press('m');
      await page.getByText('Cancelled shifts can’t be moved.').waitFor();
      await page.keyboard.press('Escape');
      assert.deepEqual(await axe(page), []);
    }
    assert.deepEqual(consoleErrors(page), []);
  });

  it('explains before dropping who would be booked twice, and leaves the shift where it was', async () => {
    const first = await shiftOf({ title: 'Delta' });
    const times = { start_time: `${day}T11:00:00-04:00`, end_time: `${day}T13:00:00-04:00` };
    const second = await shiftOf({ title: 'Epsilon', ...times });
    await putOn('Amir Haddad', first, second);
    const page = await plan(`/manage/shifts?view=day&day=${day}`);
    await block(page, 'Epsilon').focus();
    for (const key of ['m', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
    await page
      .getByRole('status')
      .getByText(/For Amir Haddad, “Epsilon” .* would overlap with “Delta”/)
      .waitFor();
    assert.equal(await block(page, 'Epsilon').getAttribute('data-moving'), 'refused');
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .getByText(/would overlap with “Delta”/)
      .waitFor();
    assert.deepEqual(await timesOf('Epsilon'), ['16 11:00–13:00']);
    assert.ok(await isFocused(block(page, 'Epsilon')));
    assert.deepEqual(consoleErrors(page), []);
  });

  inDrill(
    'asks about a series with the focus in the question, and gives it back; undone, it follows the series',
    async () => {
      const times = { start_time: `${day}T19:00:00-04:00`, end_time: `${day}T20:00:00-04:00` };
      await shiftOf({ title: 'Theta', ...times, recurrence: 'FREQ=WEEKLY;COUNT=2' });
      const page = await plan(`/manage/shifts?view=day&day=${day}&q=Theta`);
      const dialog = page.getByRole('dialog');
      const ask = async (arrow = 'ArrowDown') => {
        await block(page, 'Theta').focus();
        for (const key of ['m', arrow, 'Enter']) await page.keyboard.press(key);
        await until(() => isFocused(dialog.getByLabel('Only this one')));
      };
      const isBack = async () => {
        await dialog.waitFor({ state: 'detached' });
        await until(() => isFocused(block(page, 'Theta')));
      };
      await ask();
      await page.keyboard.press('Escape');
      await isBack();
      assert.deepEqual(await timesOf('Theta'), ['16 19:00–20:00', '23 19:00–20:00']);
      for (const view of ['week', 'timeline', 'month', 'day']) {
        await open(page, `/manage/shifts?view=${view}&day=${day}&q=Theta`);
        await ask(view === 'day' ? 'ArrowDown' : 'ArrowRight');
        await page.keyboard.press('Escape');
        await isBack();
      }
      await ask();
      await page.keyboard.press('Enter');
      await become('Theta', ['16 19:15–20:15', '23 19:00–20:00']);
      await isBack();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
      await page.keyboard.press('Control+z');
      await become('Theta', ['16 19:00–20:00', '23 19:00–20:00']);
      await isBack();
      const { rows } = await muster.database.pool.query(
        "select 1 from shifts where title = 'Theta' and edited",
      );
      assert.equal(rows.length, 0);
      assert.deepEqual(consoleErrors(page), []);
    },
  );

  inDrill('shows how many people a shift of the timeline has, however long its title is', async () => {
    const title = 'Kappa and everything that has to be done before anyone comes';
    const end_time = `${day}T10:30:00-04:00`;
    await shiftOf({ title, capacity: 12, minimum: 4, end_time });
    const page = await plan(`/manage/shifts?view=timeline&day=${day}&q=Kappa`);
    const kappa = block(page, 'Kappa');
    const outer = await kappa.boundingBox();
    const inner = await kappa.getByText('0/12').boundingBox();
    assert.ok(outer !== null && inner !== null);
    assert.ok(inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height);
    assert.ok(inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width);
  });

  inDrill(
    'shows a shift once while its move is saved, and takes no press on another for empty time',
    async () => {
      const on = (date: string, hour: string) => ({
        start_time: `${date}T${hour}:00:00-04:00`,
        end_time: `${date}T${hour}:50:00-04:00`,
      });
      const id = await shiftOf({ title: 'Early', ...on('2034-07-05', '10') });
      await shiftOf({ title: 'Before', ...on('2034-07-06', '08') });
      await shiftOf({ title: 'Behind', ...on('2034-07-06', '13') });
      const page = await plan('/manage/shifts?view=week&day=2034-07-05');
      const saving = Promise.withResolvers<void>();
      await page.route('**/api/v1/shifts/*', async (route) => {
        const isSaved =
          route.request().method() === 'PATCH' && !route.request().postData()?.includes('dry_run');
        if (isSaved) await saving.promise;
        await route.continue();
      });
      await block(page, 'Early').focus();
      for (const key of ['m', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
      const drawn = page.locator(`[data-shift="${id}"]`);
      await page.locator(`[data-shift="${id}"][data-moving]`).waitFor();
      assert.equal(await drawn.count(), 1);
      await block(page, 'Behind').click();
      saving.resolve();
      await become('Early', ['06 10:00–10:50']);
      assert.doesNotMatch(page.url(), /\/new/);
      await open(page, '/manage/shifts?view=week&day=2034-07-05');
      await block(page, 'Early').focus();
      for (const key of ['m', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
      await become('Early', ['05 10:00–10:50']);
      await page.getByRole('button', { name: 'Undo' }).waitFor();
      assert.equal(await drawn.count(), 1);
      await page.unroute('**/api/v1/shifts/*');
    },
  );

  it('leaves a shift alone that someone else has moved in between', async () => {
    const id = await shiftOf({ title: 'Iota' });
    const page = await plan(`/manage/shifts?view=day&day=${day}&q=Iota`);
    await block(page, 'Iota').focus();
    await page.keyboard.press('m');
    await muster.database.pool.query(
      "update shifts set start_time = start_time - interval '2 hours', revision = revision + 1 where id = $1",
      [id],
    );
    await page.keyboard.press('ArrowDown');
    await page.getByText('This shift has changed since you started to move it.').waitFor();
    await page.keyboard.press('Enter');
    await block(page, '^7:00').waitFor();
    assert.deepEqual(await timesOf('Iota'), ['16 07:00–11:00']);
    assert.ok(await isFocused(block(page, 'Iota')));
    if (!isDrill) return;
    // And between the last look and the change itself.
    await page.route('**/api/v1/shifts/*', async (route) => {
      const request = route.request();
      if (request.method() === 'PATCH' && !request.postDataJSON().dry_run)
        await muster.database.pool.query(
          "update shifts set start_time = start_time - interval '1 hour', revision = revision + 1 where id = $1",
          [id],
        );
      await route.fallback();
    });
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('Someone else has just changed this shift, so your move wasn’t saved.').waitFor();
    await block(page, '^6:00').waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  inDrill(
    'adds a shift over several days and shows it; a day is opened with the focus on its heading',
    async () => {
      const page = await plan('/manage/shifts?view=week&day=2033-04-06');
      const [from, to] = await Promise.all(
        [2, 3].map((column) => page.locator('[data-column]').nth(column).boundingBox()),
      );
      assert.ok(from && to);
      await page.mouse.move(from.x + 20, 600);
      await page.mouse.down();
      await page.mouse.move(to.x + 20, 640, { steps: 4 });
      await page.mouse.up();
      await page.getByRole('heading', { name: 'New shift' }).waitFor();
      assert.equal(await page.getByLabel('End date').inputValue(), '2033-04-06');
      await page.getByRole('combobox', { name: 'Program' }).selectOption({ index: 1 });
      await page.getByRole('textbox', { name: 'Title' }).fill('Kappa');
      await page.getByRole('button', { name: 'Create shift' }).click();
      await block(page, 'Kappa').waitFor();
      assert.equal(await page.locator('[data-shift]', { hasText: 'Kappa' }).count(), 2);
      await page.getByRole('button', { name: 'Wed Apr 6' }).press('Enter');
      await until(() => isFocused(page.getByRole('heading', { name: 'Wednesday, April 6, 2033' })));
      assert.deepEqual(consoleErrors(page), []);
    },
  );

  inDrill(
    'shows the title of a shift however short it is, also beside another one and past midnight',
    async () => {
      const far = '2033-06-15';
      const short = {
        Quarter: ['15T09:00', '15T09:15'],
        Half: ['15T10:00', '15T10:30'],
        Long: ['15T11:00', '15T11:45'],
        Left: ['15T13:00', '15T13:30'],
        Right: ['15T13:00', '15T13:40'],
        Overnight: ['15T22:00', '16T00:25'],
        Late: ['16T23:30', '17T02:00'],
      };
      for (const [title, [start, end]] of Object.entries(short))
        await shiftOf({
          title,
          start_time: `2033-06-${start}:00-04:00`,
          end_time: `2033-06-${end}:00-04:00`,
        });
      const page = await plan();
      for (const view of ['week', 'day']) {
        await open(page, `/manage/shifts?view=${view}&day=${far}`);
        for (const title of Object.keys(short).slice(0, view === 'week' ? 7 : 6))
          for (const one of await page.getByRole('link', { name: new RegExp(title) }).all()) {
            await one.scrollIntoViewIfNeeded();
            const [around, inside] = await Promise.all([
              one.boundingBox(),
              one.getByText(title, { exact: true }).boundingBox(),
            ]);
            assert.ok(around !== null && inside !== null);
            assert.ok(
              inside.y >= around.y && inside.y + inside.height <= around.y + around.height + 1,
              `${title} in the ${view}: ${JSON.stringify({ around, inside })}`,
            );
            assert.ok(inside.width >= 20, `${title} in the ${view}: ${inside.width} px of its title`);
          }
        await shoot(page, `schedule-short-${view}`);
      }
      assert.deepEqual(consoleErrors(page), []);
    },
  );

  it('moves a shift to another day with a finger, where it is drawn anew on the way', async () => {
    const times = { start_time: '2033-05-04T09:00:00-04:00', end_time: '2033-05-04T11:00:00-04:00' };
    await shiftOf({ title: 'Lambda', ...times });
    const page = await visit({ language: 'en-US', zone, phone: true });
    await enter(page, demo.coordinator);
    await open(page, '/manage/shifts?view=week&day=2033-05-04');
    await block(page, 'Lambda').scrollIntoViewIfNeeded();
    const debug = await page.context().newCDPSession(page);
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => debug.send('Input.dispatchTouchEvent', { type, touchPoints });
    const [shift, next] = await Promise.all([
      block(page, 'Lambda').boundingBox(),
      page.locator('[data-cell="2033-05-03"]').boundingBox(),
    ]);
    assert.ok(shift && next);
    const x = shift.x + 40;
    await touch('touchStart', { x, y: shift.y + 10 });
    await page.getByRole('status').getByText('Lambda').waitFor();
    for (const y of [next.y + 20, next.y + 10, next.y + 5]) await touch('touchMove', { x, y });
    await page.getByRole('status').getByText(/May 3/).waitFor();
    await touch('touchEnd');
    await become('Lambda', ['03 09:00–11:00']);
    assert.deepEqual(consoleErrors(page), []);
  });

  inDrill('keeps the people of a shift on screen that a filter leaves out', async () => {
    const times = { start_time: '2033-06-01T09:00:00-04:00', end_time: '2033-06-01T11:00:00-04:00' };
    await shiftOf({ title: 'Omicron', ...times, capacity: 2 });
    const page = await plan('/manage/shifts?view=day&day=2033-06-01&staffing=understaffed');
    await block(page, 'Omicron').click();
    await page.getByRole('dialog').getByRole('button', { name: 'People' }).click();
    const panel = page.getByRole('complementary', { name: 'People for “Omicron”' });
    await panel.getByRole('button', { name: /^Sign up Fumiko/ }).press('Enter');
    await panel.getByText(/^Fumiko .* is signed up for “Omicron”\.$/).waitFor();
    await page.locator('[data-shift]').waitFor({ state: 'detached' });
    await panel.getByText('1 person signed up').waitFor();
    assert.equal(await panel.getByRole('searchbox').count(), 1, 'few people need no search');
    await panel.getByRole('button', { name: 'Close the list of people' }).press('Enter');
    await until(() => isFocused(page.getByRole('heading', { name: 'Wednesday, June 1, 2033' })));
    assert.deepEqual(consoleErrors(page), []);
  });

  it('copies a week: as many as it says, and lists what is left out with the reason', async () => {
    const on = (date: string) => ({
      start_time: `${date}T09:00:00-04:00`,
      end_time: `${date}T11:00:00-04:00`,
    });
    await shiftOf({ title: 'Kappa', ...on('2033-08-03') });
    await shiftOf({ title: 'Lambda', ...on('2033-08-04') });
    await shiftOf({ title: 'Kappa', ...on('2033-08-10') });
    const page = await plan('/manage/shifts?view=week&day=2033-08-03');
    await page.getByRole('button', { name: 'Copy week' }).click();
    const dialog = page.getByRole('dialog');
    const list = (name: string) => dialog.getByRole('group', { name }).getByRole('listitem');
    await list('1 shift is left out:').getByText('There’s already a shift “Kappa”').waitFor();
    await dialog.getByText(/^1 shift is copied to/).waitFor();
    await dialog.getByText('No conflicts.').waitFor();
    assert.match(await list('What will be created').innerText(), /^Lambda/);
    await dialog.getByRole('button', { name: 'Copy 1 shift' }).waitFor();
    assert.deepEqual(await axeInDrill(page), []);
    await shoot(page, 'copy-week');
    // Someone else copies it first.
    await shiftOf({ title: 'Lambda', ...on('2033-08-11') });
    await dialog.getByRole('button', { name: 'Copy 1 shift' }).click();
    await dialog.getByText('0 done, 1 failed.').waitFor();
    await dialog.getByText('There’s already a shift “Lambda”').waitFor();
    assert.deepEqual(consoleErrors(page), []);
    if (!isDrill) return;
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await open(page, '/manage/shifts?view=week&day=2033-08-03');
    await page.getByRole('button', { name: 'Copy week' }).click();
    await list('2 shifts are left out:').first().waitFor();
    await dialog.getByLabel('Leave out shifts that are already there').uncheck();
    await dialog.getByText(/^2 shifts are copied to/).waitFor();
    await dialog.getByText('2 shifts need a look.').waitFor();
    await dialog.getByRole('button', { name: 'Copy 2 shifts' }).click();
    await page.getByText('2 shifts created.').waitFor();
    // Those can be published at once: the notice says so, and no question stays.
    await page.getByRole('button', { name: 'Publish 2 drafts' }).click();
    await dialog.getByRole('button', { name: 'Publish 2 drafts' }).click();
    await page.getByText('2 shifts are published.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await until(async () => (await focused(page)) !== '' && !(await isFocused(page.locator('body'))));
    assert.deepEqual(consoleErrors(page), []);
  });

  it('says before saving what becomes of times that clocks skip or show twice, and warns of odd ones', async () => {
    const at = (date: string, offset: string) => ({
      start_time: `${date}T02:30:00${offset}`,
      end_time: `${date}T03:15:00${offset}`,
    });
    await shiftOf({ title: 'Night', ...at('2034-03-13', '-04:00') });
    await shiftOf({ title: 'Watch', ...at('2034-03-05', '-05:00') });
    const page = await plan('/manage/shifts/new?date=2034-03-12&start=02:30&end=03:15');
    const told = (text: string) => page.getByRole('status').getByText(text).waitFor();
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    await told('The clocks skip 2:30 AM on Sunday, March 12, 2034. The shift starts at 3:30 AM instead.');
    await told('The shift ends at 4:15 AM instead of 3:15 AM, so that it lasts as long as planned.');
    await page.getByLabel('How often').selectOption('week');
    await told('All shifts of the series start at 3:30 AM then.');
    await page.getByText('The clocks skip').first().scrollIntoViewIfNeeded();
    await shoot(page, 'new-shift-clocks');
    await field('Date').fill('2034-03-05');
    // It is another shift of the series now.
    await told('The clocks skip 2:30 AM on Sunday, March 12, 2034. The shift starts at 3:30 AM instead.');
    assert.deepEqual(await axe(page), []);
    await field('Date').fill('2034-11-05');
    await field('From').fill('01:30');
    await told('1:30 AM comes twice on Sunday, November 5, 2034');
    await field('Date').fill('2020-11-04');
    await told('This shift starts in the past.');
    await field('Until').fill('23:30');
    await told('This shift lasts 22 hours.');
    assert.deepEqual(consoleErrors(page), []);

    if (!isDrill) return;
    await open(page, '/manage/shifts?view=week&day=2034-03-13');
    await block(page, 'Night').focus();
    for (const key of ['m', 'ArrowLeft']) await page.keyboard.press(key);
    await told('The clocks skip 2:30 AM on Sunday, March 12, 2034.');
    // Going elsewhere gives it up, with a word.
    await page.keyboard.press('Tab');
    await told('Not moved. “Night” stays where it is.');
    await block(page, 'Night').focus();
    for (const key of ['m', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
    await become('Night', ['12 03:30–04:15']);
    await told('The clocks skip 2:30 AM on Sunday, March 12, 2034.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await become('Night', ['13 02:30–03:15']);

    await open(page, '/manage/shifts?view=week&day=2034-03-05&q=Watch');
    await page.getByRole('button', { name: 'More for this week' }).click();
    await page.getByRole('menuitem', { name: 'Save week as a template' }).click();
    await page.getByRole('dialog').getByText('Shifts that your filters hide are saved as well.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Copy week' }).click();
    await page.getByRole('dialog').getByText('Only the shifts that your filters show').waitFor();
    await page.getByRole('dialog').getByText('The clocks skip 2:30 AM that day.').waitFor();
    await page.getByRole('button', { name: 'Copy 1 shift' }).click();
    await become('Watch', ['05 02:30–03:15', '12 03:30–04:15']);
    assert.deepEqual(consoleErrors(page), []);
  });

  it('signs people up and moves them: with buttons, and dragged onto a shift', async () => {
    const here = await shiftOf({ title: 'Zeta', location: 'Quay', minimum: 2, capacity: 4 });
    const times = { start_time: `${day}T16:00:00-04:00`, end_time: `${day}T18:00:00-04:00` };
    const there = await shiftOf({ title: 'Eta', location: 'Quay', ...times });
    const page = await plan(`/manage/shifts?view=day&day=${day}&q=quay`);
    await block(page, 'Zeta').click();
    await page.getByRole('dialog').getByText('minimum 2').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'People' }).click();
    const panel = page.getByRole('complementary', { name: 'People for “Zeta”' });
    await panel.getByRole('searchbox', { name: 'Search by name' }).fill('fumi');
    await panel.getByRole('button', { name: /^Sign up Fumiko/ }).click();
    await panel.getByText(/^Fumiko .* is signed up for “Zeta”\.$/).waitFor();
    assert.deepEqual(await axeInDrill(page), []);
    await shoot(page, 'schedule-people');
    // Who comes next is looked for again.
    assert.ok(await isFocused(panel.getByRole('searchbox', { name: 'Search by name' })));
    assert.equal(await panel.getByRole('searchbox', { name: 'Search by name' }).inputValue(), '');
    await block(page, '^4:00.*Eta').scrollIntoViewIfNeeded();
    const chidi = panel.getByText('Chidi', { exact: false }).first();
    await chidi.scrollIntoViewIfNeeded();
    const from = await chidi.boundingBox();
    const to = await block(page, '^4:00.*Eta').boundingBox();
    assert.ok(from !== null && to !== null);
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(from.x - 20, from.y);
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 3 });
    await page.mouse.up();
    await panel.getByText(/^Chidi .* is signed up for “Eta”\.$/).waitFor();
    const peopleOf = async () => {
      const { rows } = await muster.database.pool.query(
        "select shift_id::int as id, count(*)::int from registrations where shift_id = any($1) and status = 'active' group by 1",
        [[here, there]],
      );
      return [here, there].map((id) => rows.find((row) => row.id === id)?.count ?? 0);
    };
    const switchToEta = async () => {
      await panel.getByRole('button', { name: /^Switch Fumiko/ }).click();
      await panel.getByLabel('Switch to').selectOption({ value: String(there) });
      await panel.getByRole('button', { name: 'Switch', exact: true }).press('Enter');
      await page.getByText(/^Fumiko .* is now on “Eta”\.$/).waitFor();
      assert.deepEqual(await peopleOf(), [0, 2]);
    };
    await switchToEta();
    await page.keyboard.press('Control+z');
    await page.getByText(/^Undone\. Fumiko .* is signed up as before\.$/).waitFor();
    assert.deepEqual(await peopleOf(), [1, 1]);
    assert.deepEqual(consoleErrors(page), []);
    if (!isDrill) return;
    await switchToEta();
    await shoot(page, 'schedule-people-moved');
    await muster.database.pool.query("update shifts set status = 'cancelled' where id = $1", [here]);
    const undo = page.getByRole('alert').getByRole('button', { name: 'Undo' });
    await until(() => isFocused(undo));
    await undo.press('Enter');
    await page.getByText(/^Fumiko .* couldn’t be switched back\. \S+/).waitFor();
    await shoot(page, 'schedule-people-refused');
    assert.deepEqual(await peopleOf(), [0, 2]);
    await panel.getByRole('button', { name: 'Close the list of people' }).click();
    await until(() => isFocused(block(page, 'Zeta')));
    assert.deepEqual(consoleErrors(page), []);
  });
});
