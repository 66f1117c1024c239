import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { browserApp, demo, inDrill, isDrill, whyNoBrowser } from '#test/browser/app.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp();

describe('the public board', { skip }, () => {
  if (app === undefined) return;
  const { visit, open, axe, enter, logIn } = app;

  it('shows shifts by day, in the language of the browser', async () => {
    const languages = [
      ['de-DE', 'Schicht finden', 'Schichten bei Harbor Food Bank'] as const,
      ['en-GB', 'Find a shift', 'Shifts at Harbor Food Bank'] as const,
    ];
    for (const [language, heading, whose] of isDrill ? languages : languages.slice(0, 1)) {
      const page = await visit({ language });
      await open(page, '/');
      assert.equal(await page.locator('h1').innerText(), heading);
      await page.getByText(whose).waitFor();
      assert.equal(await page.locator('html').getAttribute('lang'), language.slice(0, 2));
      assert.ok((await page.locator('section h3 a').count()) > 3);
    }
  });

  inDrill('says so if another language can’t be loaded, and has it after a reload', async () => {
    const page = await visit({ changed: true });
    await open(page, '/');
    // As after an update: the files that this page names are gone.
    await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
    await page.getByLabel('Language').first().selectOption('de');
    await page.getByRole('alert').filter({ hasText: 'This language couldn’t be loaded.' }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Find a shift' }).waitFor();
    await page.unrouteAll();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Schicht finden' }).waitFor();
    assert.deepEqual(app.consoleErrors(page), []);
  });

  it('needs less than 200 KB of script in at most 12 files, and the page of a shift at most 15', async () => {
    const scripts = async (address: string) => {
      const page = await visit({ changed: true });
      await open(page, address);
      return await page.evaluate<{ files: number; bytes: number }>(
        `(({ length: files, ...all }) => ({
          files, bytes: Object.values(all).reduce((sum, one) => sum + one.encodedBodySize, 0)
        }))(performance.getEntriesByType('resource').filter((one) => one.name.endsWith('.js')))`,
      );
    };
    const { files, bytes } = await scripts('/');
    assert.ok(bytes > 0 && bytes < 200_000, `${bytes} bytes`);
    assert.ok(files <= 12, `${files} files`);
    const shift = await scripts('/shifts/1');
    assert.ok(shift.files <= 15, `${shift.files} files`);
  });

  it('narrows by words, keeps the filter in the address, and says so when nothing is left', async () => {
    const page = await visit();
    await open(page, '/');
    const first = await page.locator('section h3 a').first().innerText();
    await page.getByLabel('Keyword or location').fill(first);
    await page.waitForURL((url) => url.searchParams.get('q') === first);
    await page.locator('section h3 a').first().waitFor();
    for (const title of await page.locator('section h3 a').allInnerTexts())
      assert.ok(title.split(' ').some((word) => first.includes(word)));
    await page.getByLabel('Keyword or location').fill('nothing is called like this');
    await page.getByText('No matching shifts').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.locator('section h3 a').first().waitFor();
    assert.equal(new URL(page.url()).search, '');
  });

  it("shows the shift's own clock, and the reader's beside it where they differ", async () => {
    const zone = 'Pacific/Auckland';
    const abroad = await visit({ zone });
    await open(abroad, '/');
    await abroad.getByText('your time').first().waitFor();
    const times = await abroad.locator('section time').first().innerText();
    if (!isDrill) return;
    const home = await visit({ zone: 'America/New_York' });
    await open(home, '/');
    assert.equal(await home.locator('section time').first().innerText(), times);
  });

  it('can be walked with the keyboard alone', async () => {
    const page = await visit();
    await open(page, '/');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement?.getAttribute("href")'), '#content');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate('document.activeElement?.id'), 'content');
  });

  it('logs a person in, shows what their role may see, and keeps no token where script finds it', async () => {
    const page = await visit();
    await logIn(page, demo.coordinator);
    await page.getByRole('link', { name: 'Plan shifts' }).waitFor();
    assert.deepEqual(await axe(page), []);
    const kept = await page.evaluate<string>(
      'JSON.stringify([localStorage, sessionStorage, document.cookie])',
    );
    assert.doesNotMatch(kept, /eyJ/);
    await page.reload();
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('link', { name: 'Log in' }).first().waitFor();
    assert.equal(await page.getByRole('link', { name: 'Plan shifts' }).count(), 0);
  });

  it('asks to log in again over the page when the session ends, and goes on with what was begun', async () => {
    const page = await visit();
    // The stream would say that the session has ended before anything is begun.
    await page.route('**/api/v1/live*', (route) => route.abort());
    await enter(page, demo.volunteer);
    await open(page, '/');
    await app.muster.database.pool.query('update sessions set revoked_at = now()');
    await page.getByRole('switch', { name: 'Only shifts I can sign up for' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    assert.deepEqual(await axe(page), []);
    await dialog.locator('input[name=password]').fill(demo.password);
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('main h2').first().waitFor();
    assert.ok(page.url().includes('mine=true'));
  });
});
