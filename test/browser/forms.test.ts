import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { browserApp, demo, focused, inDrill, isDrill, whyNoBrowser } from '#test/browser/app.ts';
import { expect200 } from '#test/people.ts';
import { until } from '#test/until.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp();

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard your changes?' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const follow = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();

describe('forms and lists', { skip }, () => {
  if (app === undefined) return;
  const { visit, open, load, enter, axe, axeInDrill, consoleErrors, muster, shoot } = app;
  let whole: Promise<Page> | undefined;
  const ownersPage = (): Promise<Page> => {
    whole ??= visit({ stays: true }).then(async (page) => {
      page.setDefaultTimeout(25_000);
      await enter(page, demo.owner);
      return page;
    });
    return whole;
  };
  const client = async (email: string) => {
    const login = { email, password: demo.password };
    return muster.as(expect200(await muster.as().post('/auth/login', login)).access_token);
  };
  /** Another page of the app without loading it again. */
  const go = async (page: Page, name: string) => {
    await follow(page, name);
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  };

  it('keep a painted week until it is saved, and paint what the mouse covers', async () => {
    const page = await ownersPage();
    await load(page, '/me/availability');
    await press(page, 'Clear week');
    const cell = (day: number, hour: number) => page.locator(`[data-at="${day} ${hour}"]`);
    const over = async (day: number, hour: number) => {
      const box = await cell(day, hour).boundingBox();
      assert.ok(box);
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    };
    const painted = () => page.locator('[data-at][aria-pressed=true]').count();
    await cell(0, 9).scrollIntoViewIfNeeded();
    await over(0, 9);
    await page.mouse.down();
    await over(1, 11);
    assert.equal(await painted(), 6, 'the rectangle');
    await over(0, 9);
    await page.mouse.up();
    assert.equal(await painted(), 1, 'there and back again is the first hour');
    await over(0, 9);
    await page.mouse.down();
    await page.mouse.move(2, 2);
    await page.mouse.up();
    await over(2, 10);
    assert.equal(await painted(), 0, 'released outside of the table, the brush is put down');

    await press(page, 'Add a time on Monday');
    assert.equal(await focused(page), 'Monday, from');
    await page.getByLabel('Monday, from').fill('14:00');
    assert.equal(await page.getByLabel('Monday, from').inputValue(), '14:00');
    await page.getByText('The end must be after the start.').waitFor();
    await page.getByLabel('Monday, until').fill('18:30');
    await page.getByLabel('Date').fill('2030-12-24');
    await page.getByLabel('From', { exact: true }).fill('10:00');
    const save = page.getByRole('button', { name: 'Save availability' });
    const place = await save.boundingBox();
    assert.ok(place && place.y < 900, 'the button to save is in visibility');
    await save.click();
    await page.getByText('Enter both times, or leave both empty for the whole day.').waitFor();
    assert.deepEqual(await axe(page), []);

    await follow(page, 'My hours');
    await question(page).waitFor();
    assert.deepEqual(await axeInDrill(page), []);
    await press(page, 'Keep editing');
    assert.equal(await page.getByLabel('Monday, until').inputValue(), '18:30');
    await page.getByLabel('Until', { exact: true }).fill('12:00');
    await save.click();
    await page.getByText('Availability saved.').waitFor();
    await follow(page, 'My hours');
    await page.getByRole('heading', { level: 1, name: 'My hours' }).waitFor();
    const saved = expect200(await (await client(demo.owner)).get('/me/availability'));
    assert.deepEqual(saved.weekly, [{ weekday: 1, from: '14:00', until: '18:30' }]);
    assert.deepEqual(saved.exceptions.at(-1), {
      date: '2030-12-24',
      available: false,
      from: '10:00',
      until: '12:00',
    });
  });

  it('say what is wrong at its field, once, and notice what was changed elsewhere after a save', async () => {
    const page = await ownersPage();
    await load(page, '/profile');
    const phone = page.getByLabel('Phone').first();
    await phone.fill('12');
    await press(page, 'Save');
    const wrong = page.getByText('Enter at least 3 characters.');
    await wrong.waitFor();
    assert.equal(await wrong.count(), 1);
    assert.doesNotMatch(await page.locator('main').innerText(), /phone:|must have/);
    await phone.fill('+1 555 0142');
    const read = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/v1/me') && answer.status() === 200,
    );
    await press(page, 'Save');
    await page.getByText('Saved.').waitFor();
    await read;
    // News stay until they are read, and can be closed without a mouse.
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).first().press('Enter');
    expect200(await (await client(demo.owner)).patch('/me', { name: 'Somebody Else' }));
    await phone.fill('+1 555 0199');
    await press(page, 'Save');
    await page.getByRole('alert').filter({ hasText: 'changed' }).waitFor();
    await go(page, 'My shifts');
    await question(page).waitFor();
    await press(page, 'Discard');
    await page.waitForURL(/\/me$/);
  });

  inDrill('ask before a message is lost by Escape, the X or a click beside it', async () => {
    const page = await ownersPage();
    await load(page, '/manage/shifts/4');
    await press(page, 'More');
    await page.getByRole('menuitem', { name: 'Message everyone…' }).click();
    const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Subject') });
    const text = dialog.getByLabel('Subject');
    await text.fill('Please bring gloves');
    const attempts = [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 450),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    ];
    for (const attempt of attempts) {
      await attempt();
      await question(page).waitFor();
      await page.keyboard.press('Escape');
      await question(page).waitFor({ state: 'hidden' });
      assert.equal(await text.inputValue(), 'Please bring gloves');
    }
    await text.fill('');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  inDrill('follow the address in their search fields', async () => {
    const page = await ownersPage();
    for (const [address, entry] of [
      ['/manage/people?q=amir', 'People'],
      ['/?q=soup', 'Shifts'],
    ] as const) {
      await load(page, address);
      const field = page.locator('main input[type=search]').first();
      assert.notEqual(await field.inputValue(), '');
      await follow(page, entry);
      await page.waitForURL((at) => !at.searchParams.has('q'));
      assert.equal(await field.inputValue(), '', address);
      await page.goBack();
      await page.waitForURL((at) => at.searchParams.has('q'));
      assert.notEqual(await field.inputValue(), '', `${address}, back again`);
    }
  });

  inDrill('keep links out of labels, and tell the hours by month to those who listen', async () => {
    const page = await ownersPage();
    await load(page, '/manage/shifts?view=list');
    await page.getByRole('checkbox').nth(1).waitFor();
    assert.equal(await page.locator('main label a').count(), 0);
    await open(page, '/manage/hours');
    await page.getByRole('list', { name: 'Hours per month' }).getByRole('listitem').first().waitFor();
  });

  it('say when a page could not be refreshed', async () => {
    const page = await ownersPage();
    const stream = page.waitForResponse(/\/api\/v1\/live/);
    await load(page, '/');
    await stream;
    const refused = { status: 403, contentType: 'application/json', body: '{"code":"forbidden"}' };
    await page.route(/\/api\/v1\/shifts\?/, (route) => route.fulfill(refused));
    expect200(await (await client(demo.coordinator)).patch('/shifts/1', { location: 'Dock 7' }));
    const notice = page.getByText(/Couldn.t refresh\. This page shows data from/);
    await notice.waitFor();
    assert.deepEqual(await axeInDrill(page), []);
    await page.unroute(/\/api\/v1\/shifts\?/);
    await press(page, 'Refresh');
    await notice.waitFor({ state: 'hidden' });
  });

  inDrill('leave the focus alone when a page replaces its skeleton', async () => {
    const page = await ownersPage();
    await load(page, '/desk');
    const held = Promise.withResolvers<void>();
    await page.route(/\/api\/v1\/shifts\/\d+/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.locator('main a[href^="/desk/"]').first().click();
    await until(() =>
      page.evaluate("location.pathname !== '/desk' && document.activeElement?.tagName === 'H1'"),
    );
    const elsewhere = page.getByRole('navigation').getByRole('link').first();
    await elsewhere.focus();
    held.resolve();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    assert.equal(await page.evaluate('document.activeElement?.tagName'), 'A');
    await page.unroute(/\/api\/v1\/shifts\/\d+/);
  });

  it('are agreed to only as they were read, and once more in a new version', async () => {
    const page = await ownersPage();
    const coordinator = await client(demo.coordinator);
    const rules = (title: string) => ({
      type: 'object',
      properties: { name: { type: 'string', title: 'Name' }, agree: { type: 'boolean', title, const: true } },
      required: ['agree'],
    });
    const body = { title: 'Rules', schema: rules('Rules of May'), status: 'published', consent: true };
    const once = { resubmission: 'once', renew_on_new_version: true };
    const { id } = expect200(await coordinator.post('/forms', { ...body, ...once }));
    const change = async (title: string) =>
      expect200(await coordinator.patch(`/forms/${id}`, { schema: rules(title) }));
    await load(page, `/forms/${id}`);
    await page.getByLabel('Name').fill('Olga');
    await page.getByLabel('Rules of May').check();
    await change('Rules of June');
    await press(page, 'Submit');
    await page.getByText('This form has been changed. Read it again, then submit it.').waitFor();
    const june = page.getByLabel('Rules of June');
    await june.waitFor();
    assert.equal(await june.isChecked(), false, 'these are other rules');
    assert.equal(await page.getByLabel('Name').inputValue(), 'Olga');
    await june.check();
    await press(page, 'Submit');
    await page.getByText('Your response has been submitted.').waitFor();
    await change('Rules of July');
    await open(page, '/me/forms');
    await page.getByRole('link', { name: 'Fill in Rules', exact: true }).click();
    await page.getByText('There is a new version of this form').waitFor();
    await shoot(page, 'form-new-version');
    assert.equal(await page.getByLabel('Name').inputValue(), 'Olga');
    await page.getByLabel('Rules of July').check();
    await press(page, 'Submit again');
    await page.getByText('Your response has been submitted.').waitFor();
    await press(page, 'Go back');
    await page.getByRole('heading', { level: 1, name: 'My forms' }).waitFor();
    await page.getByText('Submitted on').first().waitFor();
    const fillIn = page.getByRole('link', { name: 'Fill in Rules', exact: true });
    await fillIn.waitFor({ state: 'detached' });
    const sent = expect200(await coordinator.get(`/forms/${id}/submissions?history=true`)).items;
    assert.deepEqual(
      sent.map(({ form_version }: { form_version: number }) => form_version),
      [2, 3],
    );
  });

  it('are not sent empty, and show a question when another is answered', async () => {
    const page = await ownersPage();
    await load(page, '/forms/1');
    assert.equal(await page.getByLabel('Driver’s license number').count(), 0);
    await press(page, 'Submit');
    await page.getByRole('alert').filter({ hasText: 'Answer at least one question' }).waitFor();
    await page.getByLabel('Can you drive a van?').check();
    await page.getByLabel('Driver’s license number').waitFor();
    await open(page, '/verify-email?token=used');
    await page.getByRole('link', { name: 'Go to my profile' }).click();
    await page.waitForURL(/\/profile$/);
    assert.deepEqual(consoleErrors(page), []);
  });

  it('have an input for every schema, and lose no answer', async () => {
    const page = await ownersPage();
    const coordinator = await client(demo.coordinator);
    const schema = {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Name' },
        pair: {
          title: 'Pair',
          type: 'array',
          prefixItems: [{ type: 'string' }, { type: 'integer' }],
          items: false,
        },
        either: { title: 'Either', oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'object' }] },
        child: { title: 'Child', $ref: '#' },
        lists: { title: 'Lists', $ref: '#/$defs/lists' },
      },
      patternProperties: { '^x': { type: 'integer' } },
      $defs: { lists: { type: 'array', items: { $ref: '#/$defs/lists' } } },
    };
    const create = async (title: string, more: object) =>
      expect200(await coordinator.post('/forms', { title, status: 'published', ...more })).id as number;
    const id = await create('Everything', { schema });
    await load(page, `/forms/${id}`);
    await page.getByLabel('Name').first().fill('Olga');
    await page.getByLabel('Pair').first().fill('["a",');
    await press(page, 'Submit');
    await page.getByText('This isn’t valid JSON yet.').waitFor();
    await shoot(page, 'form-json');
    await page.getByLabel('Pair').first().fill('["a", "b"]');
    await page.getByLabel('Either').first().fill('12');
    const others = page.getByLabel('Other answers').last();
    await others.fill('{"x1": "one"}');
    await page.getByLabel('Name').nth(1).fill('Otto');
    await press(page, 'Submit');
    await page.getByText('1: This has the wrong type. Use a whole number.', { exact: true }).waitFor();
    await page.getByText('x1: This has the wrong type. Use a whole number.').waitFor();
    await shoot(page, 'form-json-errors');
    assert.deepEqual(await axeInDrill(page), []);
    await others.fill('{"x1": 1}');
    await page.getByLabel('Pair').first().fill('["a", 2]');
    await press(page, 'Submit');
    await page.getByText('Your response has been submitted.').waitFor();
    const sent = async (form: number) =>
      expect200(await coordinator.get(`/forms/${form}/submissions`)).items[0].answers;
    const answers = { name: 'Olga', pair: ['a', 2], either: 12, child: { name: 'Otto' }, x1: 1 };
    assert.deepEqual(await sent(id), answers);
    assert.deepEqual(consoleErrors(page), []);
    if (!isDrill) return;
    await open(page, `/forms/${id}`);
    await page.getByLabel('Name').first().fill('Olga B.');
    await press(page, 'Submit again');
    await page.getByText('Your response has been submitted.').waitFor();
    assert.deepEqual(await sent(id), { ...answers, name: 'Olga B.' });

    const free = await create('Free', { schema: { type: 'object' }, resubmission: 'once' });
    await open(page, `/forms/${free}`);
    await page.getByLabel('Other answers').fill('{"a": {"b": [1, {"c": "deep"}]}}');
    await press(page, 'Submit');
    await page.getByText('Your response has been submitted.').waitFor();
    assert.deepEqual(await sent(free), { a: { b: [1, { c: 'deep' }] } });
    await open(page, `/forms/${free}`);
    await page.getByText('deep').waitFor();
    await shoot(page, 'form-free-answers');
    assert.deepEqual(consoleErrors(page), []);
  });
});
