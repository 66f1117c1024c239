import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { browserApp, demo, isFocused, whyNoBrowser } from '#test/browser/app.ts';
import { expect200 } from '#test/people.ts';
import { until } from '#test/until.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp();
const zone = 'America/New_York';

describe('the schedule', { skip }, () => {
  if (app === undefined) return;
  const { visit, open, axe, shoot, consoleErrors, logIn, muster } = app;
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
    const page = await visit({ language: 'en-US', zone });
    await logIn(page, demo.coordinator);
    await open(page, `/manage/shifts?day=${day}`);
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
    assert.deepEqual(await axe(page), []);
    await dialog.getByRole('button', { name: 'Move' }).click();
    await become('Beta', ['17 13:00–14:00', '24 13:00–14:00']);
    await dialog.waitFor({ state: 'detached' });

    await page.mouse.click(x + 2 * box.width, y);
    await page.getByRole('heading', { name: 'New shift' }).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Date', exact: true }).inputValue(), '2033-03-18');
    assert.equal(await page.getByLabel('From').inputValue(), '10:00');
    assert.deepEqual(consoleErrors(page), []);
  });

  it('says beforehand why a shift can’t be moved, in every view', async () => {
    const id = await shiftOf({ title: 'Gamma', start_time: `${day}T07:00:00-04:00` });
    await muster.database.pool.query("update shifts set status = 'cancelled' where id = $1", [id]);
    const page = await visit({ language: 'en-US', zone });
    await logIn(page, demo.coordinator);
    for (const view of ['week', 'month', 'timeline']) {
      await open(page, `/manage/shifts?view=${view}&day=${day}&q=Gamma`);
      await block(page, 'Gamma').focus();
      await page.keyboard.press('m');
      await page.getByText('Cancelled shifts can’t be moved.').waitFor();
      await page.keyboard.press('Escape');
      assert.deepEqual(await axe(page), []);
    }
    assert.deepEqual(consoleErrors(page), []);
  });
});
