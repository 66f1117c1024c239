import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { browserApp, demo, whyNoBrowser } from '#test/browser/app.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp();

describe('what a page of the app may do', { skip }, () => {
  if (app === undefined) return;
  const { visit, open, logIn, muster, url, faults } = app;
  /** Requests to other hosts, and those that found nothing. */
  const oddRequests = (page: Page) => {
    const odd: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !/^(?:data|blob):/.test(request.url())) odd.push(request.url());
    });
    page.on('response', (response) => {
      if (response.status() === 404) odd.push(`404 ${response.url()}`);
    });
    return odd;
  };

  it('is enough for dialogs, themes and menus, and too little for markup made of text', async () => {
    const page = await visit();
    await logIn(page, demo.coordinator);
    await open(page, '/manage/badges');
    await page.getByRole('button', { name: 'New badge' }).click();
    await page.getByRole('dialog').waitFor();
    // The page behind a dialog does not scroll: that is a style element of its own.
    assert.equal(await page.evaluate('getComputedStyle(document.body).overflowY'), 'hidden');
    await page.keyboard.press('Escape');
    await page.getByLabel('Appearance').first().selectOption('dark');
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    assert.deepEqual(faults(page), []);
    const refused = await page.evaluate<string[]>(`
      [
        () => { document.createElement('div').innerHTML = '<img src=x>'; },
        () => { document.createElement('script').src = 'https://evil.example/a.js'; },
        () => { document.createElement('script').textContent = 'alert(1)'; },
        () => { new Worker('https://evil.example/a.js'); },
      ].map((attempt) => { try { attempt(); return 'done'; } catch (error) { return error.name; } })`);
    assert.deepEqual(new Set(refused), new Set(['TypeError']));
  });

  it("shows badges without telling their pictures' sites who looks", async () => {
    const { rows } = await muster.database.pool.query(
      `update badges set image_url = 'https://tracker.localhost/badge.png'
       where id = (select badge_id from badge_awards where revoked_at is null limit 1)
       returning id, (select public_code from badge_awards a where a.badge_id = badges.id limit 1) as code`,
    );
    const page = await visit();
    const odd = oddRequests(page);
    for (const address of [`/badges/${rows[0].id}`, `/awards/${rows[0].code}`]) {
      await page.goto(address);
      await page.locator('main img').first().waitFor();
      await page.waitForFunction(
        `[...document.images].every((image) => image.complete && image.naturalWidth > 0)`,
      );
    }
    assert.deepEqual(odd, []);
    assert.deepEqual(faults(page), []);
  });
});
