import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import {
  browserApp,
  demo,
  inDrill,
  isDrill,
  isFocused,
  type Visit,
  whyNoBrowser,
} from '#test/browser/app.ts';
import { until } from '#test/until.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp();

const looks = {
  desktop: {},
  phone: { phone: true, dark: true, language: 'de-DE' },
} as const satisfies Record<string, Visit>;
type Look = keyof typeof looks;
/** One look for each import, and in `npm run drill -- browser` both. */
const shiftLooks: readonly Look[] = isDrill ? ['desktop', 'phone'] : ['desktop'];
const peopleLooks: readonly Look[] = isDrill ? ['desktop', 'phone'] : ['phone'];

const fileOf = (text: string, name = 'plan.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

describe('an import from a spreadsheet', { skip }, () => {
  if (app === undefined) return;
  const { visit, open, axe, axeInDrill, shoot, consoleErrors, enter, muster } = app;

  async function arrive(email: string, address: string, how: Visit = {}): Promise<Page> {
    const page = await visit(how);
    if (how.phone) await page.setViewportSize({ width: 360, height: 740 });
    const language = how.language === 'de-DE' ? 'de' : 'en';
    await muster.database.pool.query('update users set language = $1 where email = $2', [language, email]);
    await enter(page, email);
    await open(page, address);
    return page;
  }

  const draftsCalled = async (title: string) => {
    const text = "select count(*)::int as count from shifts where title like $1 and status = 'draft'";
    return (await muster.database.pool.query(text, [title])).rows[0].count as number;
  };

  for (const name of shiftLooks)
    it(`shows what is wrong, then what will be created, then the drafts (${name})`, async () => {
      const how: Visit = looks[name];
      const isGerman = how.language === 'de-DE';
      const say = (english: string, german: string) => (isGerman ? german : english);
      const page = await arrive(demo.coordinator, '/manage/shifts', how);
      await page.getByRole('button', { name: say('Import', 'Importieren'), exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(say('Download an example', 'Beispiel herunterladen')).waitFor();
      const program = dialog.getByLabel(say('Program', 'Programm'));
      await until(() => isFocused(program));
      const input = dialog.locator('input[type=file]');
      const submit = dialog.getByRole('button', { name: say('Import', 'importieren') }).last();
      assert.equal(await submit.isDisabled(), true);
      const lines = Array.from(
        { length: 3 },
        (_, n) => `From a file ${name} ${n};24.12.203${n};18:00;02:00;4;`,
      );
      const header = 'Titel;Datum;Beginn;Ende;Plätze;Wetter';
      await input.setInputFiles(fileOf([header, ...lines, 'Wrong;31.11.2030;morning;12:00;x'].join('\r\n')));
      await dialog.getByText(say('3 problems in this file.', '3 Probleme in dieser Datei.')).waitFor();
      await dialog.getByText(say('Line 5, column “Datum”:', 'Zeile 5, Spalte „Datum“:')).waitFor();
      await dialog.getByText('Wetter').waitFor();
      assert.equal(await submit.isDisabled(), true);
      assert.equal(await input.inputValue(), '', 'the same file can be chosen again once it is corrected');
      await shoot(page, `import-problems-${name}`);
      assert.deepEqual(await axeInDrill(page), []);
      await input.setInputFiles(fileOf([header, ...lines].join('\r\n')));
      await dialog.getByText(say('3 shifts are ready.', '3 Schichten sind bereit.')).waitFor();
      await shoot(page, `import-preview-${name}`);
      assert.deepEqual(await axe(page), []);
      await dialog.getByRole('button', { name: say('Import 3 shifts', '3 Schichten importieren') }).click();
      const drafts = dialog.getByRole('link', { name: say('Show drafts', 'Entwürfe anzeigen') });
      await drafts.waitFor();
      await until(() => isFocused(drafts));
      assert.equal(await draftsCalled(`From a file ${name} %`), 3);
      await shoot(page, `import-done-${name}`);
      await drafts.click();
      await page.getByText(`From a file ${name} 0`).first().waitFor();
      assert.match(page.url(), /status=draft/);
      assert.deepEqual(consoleErrors(page), []);
    });

  inDrill('explains how to save a file that can’t be read, and takes one that is dropped', async () => {
    const page = await arrive(demo.coordinator, '/manage/shifts');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const latin = {
      name: 'old.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Titel;Plätze\nä;1', 'latin1'),
    };
    await dialog.locator('input[type=file]').setInputFiles(latin);
    await dialog.getByText('CSV UTF-8').last().waitFor();
    await dialog.getByText('This file isn’t encoded as UTF-8.').waitFor();
    const dataTransfer = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(['title,date,start,end\\nDropped,2031-01-05,09:00,10:00'], 'dropped.csv'));
      return data;
    })()`);
    await dialog.getByText('old.csv').dispatchEvent('drop', { dataTransfer });
    await dialog.getByText('1 shift is ready.').waitFor();
    await dialog.getByText('dropped.csv').waitFor();
  });

  for (const name of peopleLooks)
    it(`of people invites those in a file and says what happened to each line (${name})`, async () => {
      const how: Visit = looks[name];
      const isGerman = how.language === 'de-DE';
      const say = (english: string, german: string) => (isGerman ? german : english);
      const page = await arrive(demo.owner, '/manage/members', how);
      await page.getByRole('button', { name: say('Invite several', 'Mehrere einladen') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').waitFor();
      await shoot(page, `invite-many-${name}`);
      assert.deepEqual(await axeInDrill(page), []);
      const file = `Name,Email,Access\nIda Import,ida-${name}@example.org,Coordinator\nNo one,nonsense,\nEva,eva@example.org,Boss`;
      await dialog.locator('input[type=file]').setInputFiles(fileOf(file, 'people.csv'));
      await dialog.getByText('people.csv').waitFor();
      await shoot(page, `invite-file-${name}`);
      await dialog.getByRole('button', { name: say('Send invitations', 'Einladungen senden') }).click();
      await dialog.getByText(say('1 person invited', '1 Person eingeladen')).waitFor();
      await dialog.getByText(say('2 lines weren’t used', '2 Zeilen nicht verwendet')).waitFor();
      await until(() => isFocused(dialog.getByRole('button', { name: say('Close', 'Schließen') }).last()));
      await shoot(page, `invite-result-${name}`);
      assert.deepEqual(await axeInDrill(page), []);
      await until(async () => {
        const text = 'select role from invitations where email = $1';
        const { rows } = await muster.database.pool.query(text, [`ida-${name}@example.org`]);
        return rows[0]?.role === 'coordinator';
      });
      assert.deepEqual(consoleErrors(page), []);
    });
});
