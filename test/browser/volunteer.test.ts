import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import {
  type BrowserApp,
  browserApp,
  demo,
  focused,
  inDrill,
  isDrill,
  isFocused,
  whyNoBrowser,
} from '#test/browser/app.ts';
import { type Client, expect200 } from '#test/people.ts';
import { until } from '#test/until.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp();

/** A client for the API as someone of the demo. */
async function clientOf({ muster }: BrowserApp, email: string): Promise<Client> {
  const { access_token } = expect200(
    await muster.as().post('/auth/login', { email, password: demo.password }),
  );
  return muster.as(access_token);
}

function hoursFromNow(start: number, length: number) {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  return { start_time: at(start), end_time: at(start + length) };
}

async function newShift(planner: Client, fields: object): Promise<number> {
  return expect200(await planner.post('/shifts', { program_id: 1, status: 'published', ...fields })).id;
}

/** A profile says which language its owner sees, whatever the device speaks. */
async function speak(app: BrowserApp, email: string, language: 'en' | 'de'): Promise<void> {
  expect200(await (await clientOf(app, email)).patch('/me', { language }));
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('the way of a volunteer', { skip }, () => {
  if (app === undefined) return;
  const { visit, open, enter, axe, axeInDrill, shoot, consoleErrors, muster } = app;
  const planner = clientOf(app, demo.coordinator);

  it('leads from the board over an account and a shift to hours', async () => {
    const title = 'Soup for the harbor';
    const id = await newShift(await planner, {
      title,
      ...hoursFromNow(0.3, 3),
      capacity: 5,
      roles: [{ key: 'cook', name: 'Cook' }],
    });
    const page = await visit({ phone: true });
    await open(page, '/');
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Your name').or(page.getByLabel('Name')).first().fill('Nele Neu');
    await page.getByLabel('Email address').fill('nele@example.org');
    await page.locator('input[type=password]').first().fill('a quiet harbor');
    await page.locator('main button[type=submit]').click();
    await heading(page, title);
    const button = page.getByRole('button', { name: 'Sign up', exact: true });
    await button.waitFor();
    assert.equal(await page.evaluate('document.activeElement?.textContent'), 'Sign up');
    await page.getByRole('radio', { name: 'Cook' }).check();
    await press(page, 'Sign up as Cook');
    await heading(page, 'You’re signed up as Cook');
    await press(page, 'Add to calendar');
    const google = await page.getByRole('menuitem', { name: 'Google Calendar' }).getAttribute('href');
    assert.match(new URL(google ?? '').searchParams.get('details') ?? '', /^Your role: Cook\n/);
    const file = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Apple and other calendars' }).click();
    assert.equal((await file).suggestedFilename(), `shift-${id}.ics`);

    await open(page, '/me');
    await press(page, 'Check in');
    await page.getByText('Checked in at').waitFor();
    assert.deepEqual(await axeInDrill(page), []);
    app.muster.setAhead({ minutes: 90 });
    await press(page, 'Check out');
    await page.getByText('1.5 hours volunteered').waitFor();
    app.muster.setAhead({ minutes: 0 });
    await open(page, '/me/hours');
    await page.getByText('Total hours').waitFor();
    assert.equal(await page.locator('dl dd').first().innerText(), '1.5');
    assert.deepEqual(consoleErrors(page), []);
    await (await planner).post(`/shifts/${id}/cancel`, { reason: 'over' });
  });

  it('takes a place that is offered from the waitlist, as soon as it is free', async () => {
    const owner = await clientOf(app, demo.owner);
    expect200(await owner.patch('/programs/1', { policies: { waitlist_mode: 'offer' } }));
    const id = await newShift(await planner, {
      title: 'One spot only',
      ...hoursFromNow(24 * 30, 2),
      capacity: 1,
      waitlist_capacity: 5,
    });
    const first = await clientOf(app, 'amir@demo.muster');
    expect200(await first.post(`/shifts/${id}/signups`, {}));
    const page = await visit();
    await enter(page, demo.volunteer);
    await open(page, `/shifts/${id}`);
    await press(page, 'Join the waitlist');
    await heading(page, 'You’re on the waitlist');
    await first.del(`/shifts/${id}/signups`, {});
    await heading(page, 'A spot is being held for you');
    assert.deepEqual(await axeInDrill(page), []);
    await shoot(page, 'volunteer-offer');
    await press(page, 'Accept spot');
    await heading(page, 'You’re signed up');
    const said = page.getByRole('alert');
    await said.filter({ hasText: 'You’re signed up' }).waitFor();
    await said.filter({ hasText: 'waitlist' }).waitFor({ state: 'detached' });

    await press(page, 'Cancel my spot');
    await page.getByLabel('Reason (optional)').fill('A cold');
    assert.deepEqual(await axeInDrill(page), []);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel my spot' }).click();
    await heading(page, 'Your spot on “One spot only” is cancelled.');
    await press(page, 'Close and do it now');
    await page.getByRole('button', { name: 'Sign up', exact: true }).waitFor();
    const { items } = expect200(await owner.get(`/shifts/${id}/signups?status=cancelled`));
    assert.ok(items.some(({ cancel_reason }: { cancel_reason: string }) => cancel_reason === 'A cold'));
    assert.deepEqual(consoleErrors(page), []);
  });

  it('sees what is missing, fixes it, and comes back to the shift: in German, on a phone', async () => {
    const planning = await planner;
    const { id: missionId } = expect200(
      await planning.post('/missions', {
        organization_id: 1,
        name: 'Kühlraum',
        requirements: { forms: [2], profile_fields: ['phone'] },
      }),
    );
    const id = await newShift(planning, {
      title: 'Im Kühlraum',
      mission_id: missionId,
      ...hoursFromNow(24 * 33, 2),
      capacity: 3,
    });
    await speak(app, 'emil@demo.muster', 'de');
    const page = await visit({ phone: true, language: 'de-DE' });
    await open(page, `/login?next=${encodeURIComponent(`/shifts/${id}?then=sign-up`)}`);
    await page.locator('input[name=email]').fill('emil@demo.muster');
    await page.locator('input[name=password]').fill(demo.password);
    await page.locator('main button[type=submit]').click();
    await page.getByText('Fülle zuerst das Formular').waitFor();
    await press(page, 'Formular ausfüllen');
    await heading(page, 'House rules and photos');
    await press(page, 'Absenden');
    await page.getByText('Bitte prüfe 2 Antworten').waitFor();
    await page.getByText('Bitte ausfüllen.').first().waitFor();
    assert.deepEqual(await axe(page), []);
    await shoot(page, 'volunteer-form-errors');
    await page.getByRole('checkbox').check();
    await page.getByRole('radio', { name: 'ask me each time' }).check();
    await press(page, 'Absenden');
    // The way back is also beside the answers: a press while they give way to this page would be lost.
    await page.getByText('Erledigt').waitFor();
    await press(page, 'Zurück');
    await press(page, 'Eintragen');
    await heading(page, 'Du bist eingetragen');
    // The tab is too narrow for both words.
    const tabs = page.getByRole('navigation', { name: 'Schnellnavigation' });
    await tabs.getByRole('link', { name: 'Meine Schichten' }).waitFor();
    assert.deepEqual(consoleErrors(page), []);
  });

  it('moves to another shift of the mission in two taps', async () => {
    const planning = await planner;
    const { id: mission_id } = expect200(
      await planning.post('/missions', { organization_id: 1, name: 'Moving' }),
    );
    const from = await newShift(planning, {
      title: 'Early',
      mission_id,
      ...hoursFromNow(24 * 35, 2),
      capacity: 2,
    });
    const to = await newShift(planning, {
      title: 'Late',
      mission_id,
      ...hoursFromNow(24 * 36, 2),
      capacity: 2,
    });
    const own = await newShift(planning, { title: 'Own', mission_id, ...hoursFromNow(24 * 37, 2) });
    expect200(await (await clientOf(app, 'chidi@demo.muster')).post(`/shifts/${own}/signups`, {}));
    const last = { title: 'Last', mission_id, ...hoursFromNow(24 * 38, 2), capacity: 1 };
    const taken = await newShift(planning, last);
    const page = await visit({ phone: true });
    await enter(page, 'chidi@demo.muster');
    await open(page, `/shifts/${from}`);
    await press(page, 'Sign up');
    await press(page, 'Switch to another shift');
    const choice = (title: string) =>
      page.getByRole('button', { name: new RegExp(`^Switch to this shift: ${title}, `) });
    await choice('Last').waitFor();
    assert.equal(await choice('Own').count(), 0, 'theirs already');
    expect200(await (await clientOf(app, demo.volunteer)).post(`/shifts/${taken}/signups`, {}));
    await choice('Last').click();
    const refusal = page
      .getByRole('listitem')
      .filter({ has: choice('Last') })
      .getByRole('alert');
    await refusal.waitFor();
    await until(async () => (await focused(page)).startsWith('Switch to this shift: Last'));
    assert.equal(await choice('Last').count(), 1, 'stays, full as it is');
    assert.deepEqual(await axeInDrill(page), []);
    await shoot(page, 'switch-refused');
    await choice('Late').click();
    await page.waitForURL((url) => url.pathname === `/shifts/${to}`);
    await heading(page, 'You’re signed up');
  });

  it('checks in with the code of the poster, which belongs to one shift', async () => {
    const planning = await planner;
    const id = await newShift(planning, { title: 'At the poster', ...hoursFromNow(0.2, 1), capacity: 3 });
    const { code } = expect200(await planning.get(`/shifts/${id}/poster-code`));
    const page = await visit({ phone: true });
    await enter(page, 'desk@demo.muster');
    await open(page, `/shifts/${id}`);
    await press(page, 'Sign up');
    await press(page, 'Scan the poster');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Code on the poster').fill('something else');
    await press(page, 'Check in with code');
    await dialog.getByText('This isn’t a check-in code.').waitFor();
    assert.deepEqual(await axeInDrill(page), []);
    await dialog.getByLabel('Code on the poster').fill(code);
    await press(page, 'Check in with code');
    await page.getByText('Checked in at').waitFor();
  });

  it('signs up for several shifts and for a series, with an answer for each', async () => {
    const planning = await planner;
    const start = 24 * 40;
    const titles = ['Several one', 'Several two', 'Several three'];
    const [, , full] = await Promise.all(
      titles.map((title, index) =>
        newShift(planning, { title, ...hoursFromNow(start + index * 24, 2), capacity: 1 }),
      ),
    );
    const amir = await clientOf(app, 'amir@demo.muster');
    expect200(await amir.post(`/shifts/${full}/signups`, {}));
    const page = await visit();
    await enter(page, 'daria@demo.muster');
    await open(page, '/?q=Several');
    await press(page, 'Select several');
    for (const title of titles) await page.getByRole('checkbox', { name: `Select ${title}` }).check();
    await page.getByText('3 shifts selected').waitFor();
    assert.deepEqual(await axeInDrill(page), []);
    await shoot(page, 'several');
    await press(page, 'Sign up');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign up' }).click();
    await page.getByText('2 confirmed. 1 not possible.').waitFor();
    await page.getByText('This shift is full').first().waitFor();
    assert.equal(await page.getByRole('alert').count(), 0, 'refusals are read in the list, not all at once');
    assert.deepEqual(await axeInDrill(page), []);
    await shoot(page, 'several-result');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    assert.equal(await page.getByText('You’re signed up').count(), 2);

    // Of the long one, the second of two parts fails, and is sent again without the first.
    const [count, failing, parts] = isDrill ? [102, 2, [100, 1, 1]] : [4, 1, [3, 3]];
    const id = await newShift(planning, {
      title: 'Harbor cleaning',
      ...hoursFromNow(24 * 400, 2),
      recurrence: `FREQ=DAILY;COUNT=${count}`,
    });
    await open(page, `/shifts/${id}`);
    await press(page, 'Sign up for the whole series');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox').last().uncheck();
    const asked: number[] = [];
    await page.route('**/organizations/1/signups', async (route) => {
      asked.push(route.request().postDataJSON().shift_ids.length);
      if (asked.length !== failing) return await route.fallback();
      const body = JSON.stringify({ code: 'conflict', title: 'Not now', detail: '', errors: [] });
      return await route.fulfill({ status: 409, contentType: 'application/problem+json', body });
    });
    await dialog.getByRole('button', { name: 'Sign up' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Not now' }).waitFor();
    await dialog.getByRole('button', { name: 'Sign up' }).click();
    // The answers stay when the page behind them knows that the person is signed up.
    await page.locator('#my-spot').waitFor({ state: 'attached' });
    await page.getByText(`${count - 1} confirmed.`).waitFor();
    assert.deepEqual(asked, parts);
    await page.keyboard.press('Escape');
    await heading(page, 'You’re signed up');
    assert.deepEqual(consoleErrors(page), []);
  });

  it('hands a spot to someone else, whom a coordinator approves', async () => {
    const planning = await planner;
    const owner = await clientOf(app, demo.owner);
    const policies = { swap_mode: 'approval' };
    const showNames = async (show_coming: boolean) =>
      expect200(await owner.patch('/organizations/1', { show_coming }));
    await showNames(true);
    const { id: program_id } = expect200(
      await owner.post('/programs', { name: 'Swaps', organization_id: 1, policies }),
    );
    const id = await newShift(planning, {
      program_id,
      title: 'Swapped',
      ...hoursFromNow(24 * 60, 2),
      capacity: 1,
      waitlist_capacity: 3,
    });
    for (const email of ['amir@demo.muster', 'daria@demo.muster'])
      expect200(await (await clientOf(app, email)).post(`/shifts/${id}/signups`, {}));
    const amir = await visit();
    await enter(amir, 'amir@demo.muster');
    await open(amir, `/shifts/${id}`);
    await press(amir, 'Offer my spot to someone else');
    await amir.getByRole('radio', { name: 'A member I name' }).check();
    await amir.getByLabel('Email address').fill('daria@demo.muster');
    await amir.getByLabel('Message (optional)').fill('I have a cold');
    assert.deepEqual(await axe(amir), []);
    await press(amir, 'Offer spot');
    await amir.getByText('You’re offering this spot to Daria').waitFor();

    const daria = await visit({ phone: true });
    await enter(daria, 'daria@demo.muster');
    if (isDrill) {
      await open(daria, `/shifts/${id}`);
      await heading(daria, 'You’re on the waitlist');
      await daria.getByRole('button', { name: 'Take over this spot' }).waitFor();
      await shoot(daria, 'swap-waitlisted');
    }
    await open(daria, '/me');
    await daria.getByText('I have a cold').waitFor();
    // What waits for an answer is first.
    assert.equal(await daria.getByRole('heading', { level: 2 }).first().innerText(), 'Spots offered to you');
    if (isDrill) {
      await daria.getByRole('button', { name: 'Decline', exact: true }).focus();
      await daria.keyboard.press('Enter');
      await until(async () => (await focused(daria)) === 'Undo');
      await daria.keyboard.press('Enter');
    }
    assert.deepEqual(await axeInDrill(daria), []);
    await shoot(daria, 'swap');
    await press(daria, 'Take over this spot');
    await daria.getByText('A coordinator has to approve').first().waitFor();
    await daria.getByRole('button', { name: 'I can’t take it after all' }).waitFor();
    await shoot(daria, 'swap-accepted');
    await showNames(false);
    if (isDrill) {
      await open(amir, `/shifts/${id}`);
      await amir.getByText('Someone wants to take your spot').waitFor();
    }

    const page = await visit();
    await enter(page, demo.coordinator);
    await open(page, '/manage');
    await page.getByRole('button', { name: /^Approve the swap/ }).click();
    await page.getByText('has taken over the spot from').waitFor();
    await open(daria, `/shifts/${id}`);
    await heading(daria, 'You’re signed up');
    assert.deepEqual([...consoleErrors(amir), ...consoleErrors(daria), ...consoleErrors(page)], []);
  });

  inDrill(
    'cancels and offers a spot with the keyboard near what was pressed, and no notice over another',
    async () => {
      const owner = await clientOf(app, demo.owner);
      const policies = { swap_mode: 'open' };
      const { id: program_id } = expect200(
        await owner.post('/programs', { name: 'Keys', organization_id: 1, policies }),
      );
      const title = 'Lanterns along the harbor';
      const id = await newShift(await planner, {
        program_id,
        title,
        ...hoursFromNow(24 * 70, 2),
        capacity: 3,
      });
      // A phone has the least space for notices.
      for (const phone of isDrill ? [false, true] : [true]) {
        const page = await visit({ phone });
        await enter(page, 'daria@demo.muster');
        await open(page, `/shifts/${id}`);
        const key = async (name: string) => {
          await page.getByRole('button', { name, exact: true }).last().focus();
          await page.keyboard.press('Enter');
        };
        const isAt = (name: string) => until(async () => (await focused(page)) === name);
        await key('Sign up');
        await page.getByText('You’re signed up.').waitFor();
        await isAt('You’re signed up');
        const cancelled = `Your spot on “${title}” is cancelled. Thanks for letting us know.`;
        const cancel = async () => {
          await key('Cancel my spot');
          await page.getByRole('dialog').waitFor();
          await key('Cancel my spot');
          await heading(page, cancelled);
          await isAt('Undo');
        };
        // On a slow network, the press is acknowledged before the dialog is there.
        const code = Promise.withResolvers<void>();
        await page.route('**/offer-dialog-*.js', async (route) => {
          await code.promise;
          await route.continue();
        });
        await key('Offer my spot to someone else');
        await page
          .getByRole('status')
          .filter({ hasText: /^Loading$/ })
          .waitFor();
        code.resolve();
        await until(() => isFocused(page.getByLabel('Message (optional)')));
        // Members of this organization don't see each other's names.
        await page.getByRole('dialog').getByText('Any member who can sign up can take it.').waitFor();
        await shoot(page, `offer-${phone ? 'phone' : 'desktop'}`);
        await key('Offer spot');
        await isAt('You’re signed up');
        await key('Keep my spot');
        await isAt('You’re signed up');
        await cancel();
        // What was said before is no longer true, and other notices are above what can be undone.
        await page.getByText('You keep your spot.').waitFor({ state: 'detached' });
        await page.evaluate('navigator.clipboard.writeText = async () => {}');
        await key('Share');
        await page.getByRole('alert').waitFor();
        await shoot(page, `notices-${phone ? 'phone' : 'desktop'}`);
        const toast = await page.locator('[data-undo]').boundingBox();
        const notices = await page.getByRole('alert').all();
        assert.notEqual(notices.length, 0);
        for (const notice of notices) {
          const box = await notice.boundingBox();
          assert.ok(box !== null && toast !== null && box.y + box.height <= toast.y);
        }
        const undo = page.getByRole('button', { name: 'Undo' });
        assert.equal(await undo.count(), 1);
        await key('Undo');
        await page.getByRole('alert').getByText('Undone.').waitFor();
        await isAt(title);
        await cancel();
        await page.getByText('Undone.').waitFor({ state: 'detached' });
        await page.keyboard.press('Control+z');
        await page.getByRole('alert').getByText('Undone.').waitFor();
        await isAt(title);
        await cancel();
        await page.getByRole('button', { name: 'Close and do it now' }).click();
        await heading(page, 'Your spot');
        assert.deepEqual(consoleErrors(page), []);
      }
    },
  );

  /** Someone else approves a report while one coordinator declines and its owner changes it: no one loses what they typed. */
  const whileTyping = async (daria: Page, page: Page): Promise<void> => {
    await daria.getByRole('button', { name: /^Change 1 hour / }).click();
    await daria.getByRole('dialog').getByLabel('What did you do?').fill('In vain?');
    await page.getByRole('button', { name: /^Decline 1 hour of Daria/ }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Not ours');
    const { rows } = await muster.database.pool.query(
      "select id::int, version from hour_reports where note = 'Approved elsewhere'",
    );
    expect200(await (await planner).post('/organizations/1/hours/reports/approve', { reports: rows }));
    await page.getByText('Approved elsewhere').waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('dialog').getByLabel('Reason').inputValue(), 'Not ours');
    await page.keyboard.press('Escape');
    await press(page, 'Discard');
    await daria.getByText('Approved', { exact: true }).waitFor();
    const typed = daria.getByRole('dialog').getByLabel('What did you do?');
    assert.equal(await typed.inputValue(), 'In vain?');
  };

  inDrill('is told at the field what is missing in a report of hours, and reports minutes', async () => {
    const daria = await visit({ phone: true });
    await enter(daria, 'daria@demo.muster');
    await open(daria, '/me/hours');
    await press(daria, 'Report hours');
    const form = daria.getByRole('dialog');
    await form.getByLabel('Program').selectOption({ index: 1 });
    await press(daria, 'Send');
    await form.getByText('Enter how long it took.').waitFor();
    await form.getByLabel('Hours').and(form.locator(':focus')).waitFor();
    await form.getByLabel('Hours').fill('30');
    await form.getByLabel('Minutes').fill('90');
    await form.getByText('Enter a number from 0 to 24.').waitFor();
    await form.getByLabel('Hours').fill('1');
    await press(daria, 'Send');
    // An hour and ninety minutes.
    await daria.getByText('2 hours 30 minutes on').waitFor();
  });

  it('reports hours, which count once a coordinator has approved them', async () => {
    const daria = await visit({ phone: true });
    await enter(daria, 'daria@demo.muster');
    const report = async (hours: string, note: string) => {
      await press(daria, 'Report hours');
      const dialog = daria.getByRole('dialog');
      await dialog.getByLabel('Program').selectOption({ index: 1 });
      await dialog.getByLabel('Hours').fill(hours);
      await dialog.getByLabel('What did you do?').fill(note);
      assert.deepEqual(await axeInDrill(daria), []);
      await press(daria, 'Send');
      await daria.getByText(note).waitFor();
      // It covers what is pressed next, and stays for as long as the pointer is on it.
      await daria.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
    };
    const change = async (from: string, to: string) => {
      await daria.getByRole('button', { name: new RegExp(`^Change ${from} hours`) }).click();
      await daria.getByRole('dialog').getByLabel('Hours').fill(to);
      await press(daria, 'Save');
      await daria.getByText(`${to} hours on`).waitFor();
    };
    await open(daria, '/me/hours');
    await report('19', 'Phone calls');
    await change('19', '2');
    await report('4', 'Flyers at the market');
    if (isDrill) await report('1', 'Approved elsewhere');
    await shoot(daria, 'reported-hours');

    const page = await visit();
    await enter(page, demo.coordinator);
    await open(page, '/manage/hours');
    await page.getByText('Phone calls').waitFor();
    assert.deepEqual(await axeInDrill(page), []);
    await shoot(page, 'hours-to-approve');
    if (isDrill) await whileTyping(daria, page);
    await page.getByRole('button', { name: /^Decline 2 hours of Daria/ }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Counted with your shift');
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
    await page.getByText('Phone calls').waitFor({ state: 'detached' });
    // Hers that are left, and three that the demo has.
    await press(page, isDrill ? 'Approve 5' : 'Approve 4');
    await page.getByRole('heading', { name: 'Reported hours to approve' }).waitFor({ state: 'detached' });
    // It is sent once it can no longer be undone.
    await until(async () => {
      const { rows } = await muster.database.pool.query(
        `select 1 from hour_reports where status = 'rejected' and reason = 'Counted with your shift'`,
      );
      return rows.length > 0;
    });
    await open(daria, '/me/hours');
    await daria.getByText('Reason: Counted with your shift').waitFor();
    await daria.getByText('Approved', { exact: true }).first().waitFor();
    assert.deepEqual([...consoleErrors(daria), ...consoleErrors(page)], []);
  });

  inDrill('paints the hours of a week with the keyboard', async () => {
    const page = await visit();
    await enter(page, 'daria@demo.muster');
    await open(page, '/me/availability');
    await page.getByRole('button', { name: 'Monday, 09:00 to 10:00' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await press(page, 'Save availability');
    await page.getByText('Availability saved.').waitFor();
    const { weekly } = expect200(await (await clientOf(app, 'daria@demo.muster')).get('/me/availability'));
    assert.deepEqual(weekly, [
      { weekday: 1, from: '09:00', until: '11:00' },
      { weekday: 2, from: '10:00', until: '11:00' },
    ]);
  });
});
