import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { createTranslator } from 'use-intl/core';
import { browserApp, inDrill, isDrill, type Visit, whyNoBrowser } from '#test/browser/app.ts';
import { expect200, password } from '#test/people.ts';
import { until } from '#test/until.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp({ MUSTER_DEMO: 'off' });

interface Asked {
  closest(selector: string): unknown;
}
const layerWithoutFocus = ':is([role=menu], [role=dialog]):not(:focus-within)';

/** The app's own texts: what the test looks for is what people read, in their language. */
async function textsIn(language: string) {
  const areas = {
    shifts: 'Shifts',
    signups: 'Signups',
    attendance: 'Attendance',
    hours: 'Hours',
    notifications: 'Notifications',
  };
  const messages: Record<string, unknown> = {
    common: (await import(`../../web/src/messages/common.${language}.ts`)).default,
    shifts: (await import(`../../web/src/features/shifts/messages.${language}.ts`)).default,
    reports: (await import(`../../web/src/features/reports/messages.${language}.ts`)).default,
  };
  for (const [folder, name] of Object.entries(areas))
    messages[`manage${name}`] = (
      await import(`../../web/src/features/${folder}/messages.manage.${language}.ts`)
    ).default;
  // biome-ignore lint/suspicious/noExplicitAny: which texts there are is known to the app
  return createTranslator<any>({ locale: language, messages }) as (key: string, values?: object) => string;
}

describe('the week of a coordinator', { skip }, () => {
  if (app === undefined) return;
  const { muster, visit, enter, go, axe, shoot, consoleErrors } = app;
  const { pool } = muster.database;

  /** An organization with two volunteers, whose kitchen has been open for half an hour. */
  async function organize() {
    const owner = await muster.person('Olga Owner');
    const id = await muster.organization(owner);
    await pool.query("update organizations set time_zone = 'UTC' where id = $1", [id]);
    const member = async (name: string, role: 'coordinator' | 'volunteer') => {
      const made = await muster.member(id, role);
      await pool.query('update users set name = $1, email_verified_at = now() where id = $2', [
        name,
        made.id,
      ]);
      return made;
    };
    const coordinator = await member('Cora Coordinator', 'coordinator');
    await member('Ana Alvarez', 'volunteer');
    await member('Bo Berg', 'volunteer');
    const api = muster.as(coordinator.token);
    const program = expect200(
      await muster.as(owner.token).post('/programs', { organization_id: id, name: 'Meals' }),
    );
    const start = Temporal.Now.zonedDateTimeISO('UTC').subtract({ minutes: 30 }).round('minute');
    const shift = async (title: string, hours: number) =>
      expect200(
        await api.post('/shifts', {
          program_id: program.id,
          title,
          start_time: start.toInstant(),
          end_time: start.add({ hours }).toInstant(),
          time_zone: 'UTC',
          capacity: 5,
          minimum: 2,
          status: 'published',
        }),
      );
    await shift('Kitchen', 3);
    await shift('Deliveries', 2);
    return { coordinator, day: start.toPlainDate().toString() };
  }

  /** By keyboard or by finger. Neither leaves the focus on the page. */
  function handsOn(page: Page, isPhone: boolean) {
    return async (target: Locator) => {
      if (isPhone) return await target.tap();
      // A menu or dialog that has just opened takes the focus to its beginning, and Enter would do nothing there.
      await until(() =>
        target.evaluate((element, layer) => !(element as unknown as Asked).closest(layer), layerWithoutFocus),
      );
      await target.focus();
      await page.keyboard.press('Enter');
      await until(() => page.evaluate<boolean>('document.activeElement !== document.body'));
    };
  }

  async function walk(how: Visit, language: 'en' | 'de', build: 'template' | 'copy'): Promise<void> {
    const say = await textsIn(language);
    muster.setAhead({ hours: 0 });
    const { coordinator, day } = await organize();
    await pool.query('update users set language = $1 where id = $2', [language, coordinator.id]);
    const page = await visit({ ...how, zone: 'UTC', changed: true });
    const press = handsOn(page, how.phone === true);
    const button = (key: string, values?: object) =>
      page.getByRole('button', { name: say(key, values), exact: true });
    const inDialog = (key: string, values?: object) =>
      page.getByRole('dialog').getByRole('button', { name: say(key, values), exact: true });
    /** Judging takes longer than all the rest: each screen is judged on one device, in its theme and language. */
    const look = async (name: string, on: 'desktop' | 'phone') => {
      await shoot(page, `week-${build}-${name}`);
      if (!isDrill && name !== 'template' && name !== 'message') return;
      if ((on === 'phone') === (how.phone === true)) assert.deepEqual(await axe(page), [], name);
    };
    const inWeekMenu = async (name: string) => {
      await press(button('manageShifts.weekActions'));
      await press(page.getByRole('menuitem', { name: say(name) }));
    };
    await enter(page, coordinator.email, { password });

    // Next week, from this one.
    await go(page, `/manage/shifts?view=week&day=${day}`);
    if (build === 'template') {
      await inWeekMenu('manageShifts.templates.saveWeek');
      await page.getByLabel(say('manageShifts.templates.name')).fill('Usual week');
      await press(inDialog('manageShifts.templates.save'));
      await page.getByText(say('manageShifts.templates.saved', { name: 'Usual week' })).waitFor();
      await press(button('shifts.calendar.next'));
      await press(button('manageShifts.templates.use'));
      await page.getByRole('dialog').getByText('Kitchen').waitFor();
      await look('template', 'desktop');
      await press(inDialog('manageShifts.templates.create', { count: 2 }));
    } else {
      if (how.phone === true) await inWeekMenu('manageShifts.copyWeek.open');
      else await press(button('manageShifts.copyWeek.open'));
      await page.getByRole('dialog').getByText('Kitchen').waitFor();
      await look('copy', 'phone');
      await press(inDialog('manageShifts.copyWeek.submit', { count: 2 }));
      await page.getByText(say('manageShifts.templates.created', { count: 2 })).waitFor();
    }

    // Published, and filled.
    await press(button('manageShifts.bulk.publishConfirm', { count: 2 }));
    await press(inDialog('manageShifts.bulk.publishConfirm', { count: 2 }));
    await page.getByText(say('manageShifts.bulk.publishDone', { count: 2 })).waitFor();
    const publish = page.getByText(say('manageShifts.bulk.publishConfirm', { count: 2 }), { exact: true });
    await publish.first().waitFor({ state: 'detached' });
    const kitchen = page.getByRole('link', { name: /Kitchen/ }).first();
    await press(kitchen);
    await press(inDialog('manageShifts.peek.people'));
    const panel = page.getByRole('complementary', { name: /Kitchen/ });
    for (const name of ['Ana Alvarez', 'Bo Berg']) {
      await press(panel.getByRole('button', { name: say('manageShifts.people.signUpOf', { name }) }));
      await panel.getByText(say('manageShifts.people.done', { name, title: 'Kitchen' })).waitFor();
    }
    await look('people', 'phone');
    await press(panel.getByRole('button', { name: say('manageShifts.people.close') }));
    await press(kitchen);
    await press(page.getByRole('dialog').getByRole('link', { name: say('manageShifts.peek.open') }));

    // Everyone gets a message.
    await press(button('manageSignups.shift.more'));
    await press(page.getByRole('menuitem', { name: say('manageSignups.shift.message') }));
    await page.getByLabel(say('manageNotifications.write.subject')).fill('Bring gloves');
    await page.getByRole('textbox', { name: say('manageNotifications.write.text') }).fill('It will be cold.');
    await look('message', 'desktop');
    await press(inDialog('manageNotifications.write.send'));
    await page.getByText(say('manageNotifications.write.sent', { count: 2 })).waitFor();
    await look('roster', 'phone');

    // A week later, at the desk.
    const later = (hours: number) => {
      muster.setAhead({ hours: 7 * 24 + hours });
      return page.clock.setFixedTime(Date.now() + (7 * 24 + hours) * 3_600_000);
    };
    await later(0);
    await press(button('manageSignups.shift.more'));
    await press(page.getByRole('menuitem', { name: say('manageSignups.shift.desk') }));
    const [shiftId] = /\d+$/.exec(new URL(page.url()).pathname) ?? [];
    const name = 'Ana Alvarez';
    const attended = async (status: string) =>
      until(async () => {
        const { rows } = await pool.query('select status from attendance where shift_id = $1', [shiftId]);
        return rows[0]?.status === status;
      });
    await press(button('manageAttendance.checkInOf', { name }));
    await attended('checked_in');
    await look('desk', 'desktop');
    await later(1);
    await press(button('manageAttendance.checkOutOf', { name }));
    await attended('checked_out');

    // Hours are verified and reported.
    await go(page, '/manage/hours');
    await press(page.getByRole('link', { name: say('manageHours.toVerify') }));
    await until(() => page.evaluate<boolean>("document.querySelector(':target')?.id === 'to-verify'"));
    const verify = button('manageHours.verifyOf', { count: 1, title: 'Kitchen' });
    await press(verify);
    await verify.waitFor({ state: 'detached' });
    await look('hours', 'phone');
    await go(page, '/manage/overview');
    await look('overview', 'desktop');
    const file = page.waitForEvent('download');
    const exportOf = `${say('common.export.do')}: ${say('reports.byProgram')}`;
    await press(page.getByRole('button', { name: exportOf }));
    await press(page.getByRole('menuitem', { name: say('common.export.csv') }));
    assert.match(await (await file).suggestedFilename(), /\.csv$/);
    assert.deepEqual(consoleErrors(page), []);
  }

  // A week is long: on a machine that runs other tests as well, longer than other tests may take.
  const timeout = 300_000;

  it('goes from a template to a report, by keyboard', { timeout }, () =>
    walk({ language: 'en-GB' }, 'en', 'template'),
  );

  inDrill('goes from a copied week to a report, on a phone, in German and in the dark', { timeout }, () =>
    walk({ phone: true, dark: true, language: 'de-DE' }, 'de', 'copy'),
  );
});
