import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { browserApp, demo, inDrill, whyNoBrowser } from '#test/browser/app.ts';
import { until } from '#test/until.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp();

describe('what a page of the app may do', { skip }, () => {
  if (app === undefined) return;
  const { visit, open, enter, muster, url, consoleErrors } = app;
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
    await enter(page, demo.coordinator);
    await open(page, '/manage/badges');
    await page.getByRole('button', { name: 'New badge' }).click();
    await page.getByRole('dialog').waitFor();
    // The page behind a dialog does not scroll: that is a separate style element.
    assert.equal(await page.evaluate('getComputedStyle(document.body).overflowY'), 'hidden');
    await page.keyboard.press('Escape');
    await page.getByLabel('Appearance').first().selectOption('dark');
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    assert.deepEqual(consoleErrors(page), []);
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
      const areShown = '[...document.images].every((image) => image.complete && image.naturalWidth > 0)';
      await until(async () => await page.evaluate<boolean>(areShown));
    }
    assert.deepEqual(odd, []);
    assert.deepEqual(consoleErrors(page), []);
  });

  inDrill('speaks in words: the audit log, what a key may do, and tasks that failed', async () => {
    const { pool } = muster.database;
    await pool.query(
      `insert into audit_log (organization_id, actor_kind, action, object_type, object_id, before, after, request_id,
         created_at)
       values (1, 'system', 'shift.changed', 'shift', 3, '{"waitlist_capacity":1}', '{"waitlist_capacity":2}', 'r', now())`,
    );
    await pool.query(
      `insert into failed_jobs (organization_id, task, payload, attempts, error)
       select 1, 'react', jsonb_build_object('reaction', name, 'events', '[]'::jsonb), 8, 'No answer.'
       from unnest(array['notify_people', 'award_badges']) as name`,
    );
    await pool.query("update users set language = 'de' where email = $1", [demo.owner]);
    const page = await visit({ language: 'de-DE' });
    await enter(page, demo.owner);
    await open(page, '/manage/audit?action=shift.changed');
    await page.getByText('Schicht geändert', { exact: true }).first().waitFor();
    await page.getByText('Was sich geändert hat').or(page.locator('summary')).first().click();
    await page.getByRole('rowheader', { name: 'Plätze auf der Warteliste' }).first().waitFor();
    assert.equal(
      await page.getByRole('link', { name: 'Schicht 3' }).first().getAttribute('href'),
      '/manage/shifts/3',
    );
    assert.equal(await page.locator('main').getByText('shift.changed').count(), 0);

    await open(page, '/manage/settings');
    await page.getByRole('button', { name: 'Erneut versuchen: Personen benachrichtigen' }).click();
    await page.getByText('Eingereiht.').waitFor();
    await page.getByRole('button', { name: 'Verwerfen: Abzeichen verleihen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Verwerfen' }).click();
    await page.getByText('Keine fehlgeschlagenen Aufgaben.').waitFor();

    await open(page, '/no/such/page');
    await page.getByRole('heading', { name: 'Prüfe die Adresse' }).waitFor();
    assert.deepEqual(consoleErrors(page), []);
  });
});
