import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { setupToken } from '#slices/accounts/index.ts';
import { browserApp, inDrill, isDrill, isFocused, whyNoBrowser } from '#test/browser/app.ts';
import { expect200, password } from '#test/people.ts';
import { until } from '#test/until.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp({ MUSTER_DEMO: 'off' });

/** The tests follow one new installation from its first start to its first volunteer. */
describe('a new installation', { skip }, () => {
  if (app === undefined) return;
  const { muster, visit, open, axe, axeInDrill, consoleErrors } = app;
  const setup = setupToken(muster.platform.database);
  const owner = { email: 'olga@example.org', name: 'Olga Owner' };
  let ownerPage: Page;
  let shiftPath = '';

  async function fillSignUp(page: Page, person: { email: string; name: string }): Promise<void> {
    await page.locator('input[autocomplete=name]').fill(person.name);
    await page.locator('input[type=email]').fill(person.email);
    await page.locator('input[autocomplete=new-password]').fill(password);
  }
  async function logInAs(page: Page, email: string): Promise<void> {
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.locator('main button[type=submit]').click();
  }
  const submit = (page: Page) => page.locator('main button[type=submit]').click();

  it('says how to set it up, before there is an owner', async () => {
    const page = await visit();
    await open(page, '/');
    await page.getByText('Muster isn’t set up yet').waitFor();
    assert.deepEqual(await axeInDrill(page), []);
  });

  it('refuses a wrong set-up link in the reader’s language, without names of the API', async () => {
    const page = await visit({ language: 'de-DE' });
    await open(page, '/signup?setup=setup_wrong');
    await fillSignUp(page, owner);
    await page.locator('input[autocomplete=organization]').fill('Hafentafel');
    await submit(page);
    const alert = page.getByRole('alert');
    await alert.getByText('Dieser Einrichtungslink ist falsch').waitFor();
    assert.doesNotMatch(await alert.innerText(), /setup_token|wrong|This link/);
    // What was typed isn't lost unasked.
    await page.locator('main').getByRole('link', { name: 'Einloggen' }).click();
    await page.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    assert.equal(await page.locator('input[type=email]').inputValue(), owner.email);
  });

  it('leads the owner from the link to a checklist, and keeps the language on screen', async () => {
    ownerPage = await visit({ language: 'de-DE', stays: true });
    await open(ownerPage, `/signup?setup=${setup}`);
    await fillSignUp(ownerPage, owner);
    await ownerPage.locator('input[autocomplete=organization]').fill('Hafentafel');
    await submit(ownerPage);
    await ownerPage.waitForURL('**/manage');
    await ownerPage.getByRole('heading', { name: 'Richte deine Organisation ein' }).waitFor();
    assert.equal(await ownerPage.locator('html').getAttribute('lang'), 'de');
    const { rows } = await sql<{ language: string; is_installation_owner: boolean }>`
      select language, is_installation_owner from users where email = ${owner.email}
    `.execute(muster.database.db);
    assert.deepEqual(rows, [{ language: 'de', is_installation_owner: true }]);
    await ownerPage.getByText('E-Mails werden nicht verschickt').waitFor();
    await ownerPage.getByText('In den nächsten Tagen gibt es keine Schichten. Plane eine neue.').waitFor();
    assert.equal(await ownerPage.getByText('sind voll').count(), 0);
    assert.deepEqual(await axe(ownerPage), []);
  });

  it('shows the owner at most ten entries, and every page within two clicks', async () => {
    const nav = ownerPage.getByRole('navigation', { name: 'Hauptnavigation' });
    const entries = await nav.locator('li a').count();
    assert.ok(entries > 5 && entries <= 10, `${entries} entries`);
    await nav.getByRole('link', { name: 'Einstellungen', exact: true }).click();
    const pages = ownerPage.getByRole('navigation', { name: 'Seiten im Bereich Einstellungen' });
    await pages.getByRole('link', { name: 'Protokoll' }).click();
    await ownerPage.waitForURL('**/manage/audit');
    assert.equal(
      await nav.getByRole('link', { name: 'Einstellungen', exact: true }).getAttribute('aria-current'),
      'true',
    );
  });

  inDrill('says at a test that there is no mail server', async () => {
    await open(ownerPage, '/manage/settings');
    await ownerPage.getByRole('button', { name: 'Test-E-Mail senden' }).click();
    await ownerPage.getByText('Es ist kein Mailserver eingerichtet. Setze SMTP_URL').waitFor();
    assert.deepEqual(await axeInDrill(ownerPage), []);
  });

  it('creates the program of the first shift in the shift’s own form', async () => {
    await open(ownerPage, '/manage/shifts/new');
    await ownerPage.getByLabel('Name des neuen Programms').fill('Küche');
    await ownerPage.getByRole('button', { name: 'Programm erstellen' }).click();
    // Until the program is there, the form refuses to be sent.
    await ownerPage.getByLabel('Name des neuen Programms').waitFor({ state: 'detached' });
    await submit(ownerPage);
    await ownerPage.waitForURL(/\/manage\/shifts\/\d+$/);
    shiftPath = `/shifts/${ownerPage.url().split('/').at(-1)}`;
    assert.deepEqual(consoleErrors(ownerPage), []);
  });

  it('gets its first volunteer: they learn before the account that they have to ask, ask, and sign up', async () => {
    const page = await visit();
    await open(page, shiftPath);
    await page.getByText('Hafentafel is invitation-only.').waitFor();
    assert.deepEqual(await axeInDrill(page), []);
    await page.getByRole('link', { name: 'Create an account and ask to join' }).click();
    await page.waitForURL('**/signup?**');
    await fillSignUp(page, { email: 'vera@example.org', name: 'Vera Volunteer' });
    await submit(page);
    await page.waitForURL(`**${shiftPath}**`);
    await page.getByLabel('Message (optional)').fill('I can cook.');
    await page.getByRole('button', { name: 'Ask to join' }).click();
    await page.getByText('You asked to join on').waitFor();
    assert.deepEqual(await axeInDrill(page), []);

    await open(ownerPage, '/manage/members');
    await ownerPage.getByText('I can cook.').waitFor();
    assert.deepEqual(await axeInDrill(ownerPage), []);
    const approve = (at: Page) => at.getByRole('button', { name: 'Vera Volunteer annehmen' }).click();
    if (isDrill) {
      // In another tab, while someone writes why they decline: what they typed stays.
      await ownerPage.getByRole('button', { name: 'Vera Volunteer ablehnen' }).click();
      const reason = ownerPage.getByRole('dialog').getByRole('textbox');
      await reason.fill('Wir sind genug');
      const tab = await ownerPage.context().newPage();
      await open(tab, '/manage/members');
      await approve(tab);
      await ownerPage.getByText('I can cook.').waitFor({ state: 'detached' });
      assert.equal(await reason.inputValue(), 'Wir sind genug');
      await tab.close();
    } else await approve(ownerPage);
    await ownerPage.getByText('I can cook.').waitFor({ state: 'detached' });

    await open(page, shiftPath);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText('You’re signed up').first().waitFor();
    assert.deepEqual(consoleErrors(page), []);
  });

  inDrill('names what is wrong in a profile beside the field, once and in words', async () => {
    await open(ownerPage, '/profile');
    await ownerPage.locator('input[autocomplete=tel]').fill('1');
    await ownerPage.locator('input[autocomplete=bday]').fill('2090-01-01');
    await submit(ownerPage);
    await ownerPage.getByText(/mindestens 3 Zeichen/).waitFor();
    assert.equal(await ownerPage.getByText(/mindestens 3 Zeichen/).count(), 1);
    await ownerPage.getByRole('alert').getByText('Prüfe dieses Feld: Telefon').waitFor();
    await until(() => isFocused(ownerPage.locator('input[autocomplete=tel]')));
    assert.doesNotMatch(await ownerPage.locator('main').innerText(), /phone|must|date_of_birth/);
    await ownerPage.locator('input[autocomplete=tel]').fill('');
    await submit(ownerPage);
    await ownerPage.getByText('Das Geburtsdatum darf nicht in der Zukunft liegen.').waitFor();
    assert.doesNotMatch(await ownerPage.locator('main').innerText(), /must not/);
    await until(() => isFocused(ownerPage.locator('input[autocomplete=bday]')));
    const page = await visit();
    await open(page, '/signup');
    await fillSignUp(page, owner);
    await submit(page);
    await page.getByRole('alert').getByText('Check this field: Email address').waitFor();
    await until(() => isFocused(page.locator('input[type=email]')));
  });

  inDrill('keeps the keyboard on the button that saved a profile', async () => {
    await open(ownerPage, '/profile');
    await ownerPage.locator('input[autocomplete=tel]').fill('+49 40 1234567');
    const save = ownerPage.getByRole('button', { name: 'Speichern' });
    await save.focus();
    await ownerPage.keyboard.press('Enter');
    await ownerPage.getByText('Gespeichert').waitFor();
    await until(() => isFocused(save));
    assert.ok(await save.isDisabled());
    // There is nothing to save.
    await ownerPage.keyboard.press('Enter');
    assert.equal(await ownerPage.locator('main [data-loading]').count(), 0);
  });

  it('takes coordinators and check-in helpers to their own page, and everyone back to where they were', async () => {
    const { items } = expect200(await muster.as().get('/shifts?limit=1'));
    const organization = items[0].organization_id as number;
    const starts = { check_in: '/desk', coordinator: '/manage', volunteer: '/' } as const;
    for (const role of isDrill
      ? (['coordinator', 'check_in', 'volunteer'] as const)
      : (['check_in'] as const)) {
      const page = await visit();
      await open(page, '/login');
      await logInAs(page, (await muster.member(organization, role)).email);
      await page.waitForURL((url) => url.pathname === starts[role]);
    }
    const page = await visit();
    await open(page, shiftPath);
    const nav = page.getByRole('navigation', { name: 'Main navigation' });
    await nav.getByRole('link', { name: 'Log in' }).click();
    await logInAs(page, 'vera@example.org');
    await page.waitForURL((url) => url.pathname === shiftPath);
  });

  it('lets people who have an account create another organization', async () => {
    const email = 'nora@example.org';
    expect200(await muster.as().post('/auth/signup', { email, name: 'Nora', password }));
    const page = await visit();
    await open(page, '/login?next=/manage');
    await logInAs(page, email);
    await page.getByRole('link', { name: 'Create a new organization' }).click();
    await page.getByRole('button', { name: 'Create a new organization' }).press('Enter');
    await page.getByLabel('Name of the organization').fill('North pantry');
    assert.deepEqual(await axeInDrill(page), []);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/manage');
    await page.getByRole('link', { name: /North pantry/ }).waitFor();
    assert.deepEqual(consoleErrors(page), []);
  });
});
