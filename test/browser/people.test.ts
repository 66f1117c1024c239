import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { browserApp, demo, inDrill, whyNoBrowser } from '#test/browser/app.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp();

describe('people and paper', { skip }, () => {
  if (app === undefined) return;
  const { muster, visit, open, go, axe, axeInDrill, enter, shoot, consoleErrors } = app;
  let page: Page;

  it('are tagged together, filtered by tag, and the filter is kept', async () => {
    page = await visit({ stays: true });
    await enter(page, demo.coordinator);
    await open(page, '/manage/people');
    await page.getByRole('button', { name: 'Manage tags' }).click();
    await page.getByRole('textbox', { name: 'New tag' }).fill('Driver');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('No one has this tag').waitFor();
    await page.getByLabel('Color of Driver').selectOption('teal');
    assert.deepEqual(await axe(page), []);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const boxes = page.getByRole('table', { name: 'People' }).getByRole('checkbox');
    await boxes.nth(1).check();
    await boxes.nth(2).check();
    await page.getByRole('button', { name: 'Add tags' }).click();
    await page.getByRole('checkbox', { name: 'Driver' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Add tags' }).click();
    await page.getByText('Tags of 2 people changed.').waitFor();
    await page.getByLabel('Tag', { exact: true }).selectOption({ label: 'Driver' });
    await page.getByLabel('Select all 2 people shown').waitFor();
    await page.getByRole('button', { name: 'Save this filter' }).click();
    await page.getByRole('textbox', { name: 'Name' }).last().fill('Our drivers');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Saved filters').locator('option:checked').innerText(), 'Our drivers');
    assert.deepEqual(await axeInDrill(page), []);
    await shoot(page, 'people');
  });

  it('are written to by filter, and the message is listed with its name', async () => {
    await page.getByRole('button', { name: 'Write to everyone in this filter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Message to everyone in “Our drivers”' });
    await dialog.getByText('2 people get this message.').waitFor();
    await dialog.getByRole('button', { name: 'Names' }).click();
    assert.equal(await dialog.getByRole('listitem').count(), 2);
    await dialog.getByRole('textbox', { name: 'Subject' }).fill('New van');
    await dialog.getByRole('textbox', { name: 'Message' }).fill('The key is at the desk.');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('Carlos Coordinator sent you this message:').waitFor();
    assert.deepEqual(await axeInDrill(page), []);
    await shoot(page, 'message-to-filter');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.waitFor({ state: 'detached' });
    await open(page, '/manage/messages');
    await page.getByText('to people in the filter “Our drivers”').waitFor();
  });

  it('are written to with templates, which are created, changed and deleted', async () => {
    await page.getByRole('button', { name: 'New template' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Thanks');
    await dialog.getByRole('textbox', { name: 'Subject' }).fill('Thank you');
    await dialog.getByRole('textbox', { name: 'Message' }).fill('See you next time.');
    await dialog.getByText('Deutsch').click();
    await dialog.getByRole('textbox', { name: 'Subject' }).fill('Danke');
    await dialog.getByText('English').click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    // One language has no text yet: it's shown instead of being left out.
    await dialog.getByText('Fill in subject and message, or leave both empty.').waitFor();
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Bis zum nächsten Mal.');
    assert.deepEqual(await axeInDrill(page), []);
    await shoot(page, 'message-template');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit the template “Thanks”' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Many thanks');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Many thanks').waitFor();
    assert.deepEqual(await axeInDrill(page), []);
    await page.getByRole('button', { name: 'Write a message' }).click();
    await dialog.getByLabel('Template', { exact: true }).selectOption({ label: 'Many thanks' });
    assert.equal(await dialog.getByRole('textbox', { name: 'Subject' }).inputValue(), 'Thank you');
    assert.equal(await dialog.getByRole('button', { name: 'Send' }).isDisabled(), true);
    await dialog.getByRole('combobox', { name: 'To' }).selectOption({ label: 'Our drivers' });
    await dialog.getByText('2 people get this message.').waitFor();
    await shoot(page, 'write-message');
    await dialog.getByLabel('Template', { exact: true }).selectOption({ label: 'No template' });
    assert.equal(await dialog.getByRole('textbox', { name: 'Subject' }).inputValue(), '');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete the template “Many thanks”' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No templates yet.').waitFor();
    await open(page, '/manage/people');
    await page.getByLabel('Saved filters').selectOption({ label: 'Our drivers' });
    await page.getByLabel('Select all 2 people shown').waitFor();
  });

  it('are saved as a file with everyone who matches', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Excel file (.xlsx)' }).click(),
    ]);
    assert.equal(file.suggestedFilename(), 'people.xlsx');
  });

  it('have a page with notes, where a coordinator signs them up', async () => {
    await page.getByRole('table', { name: 'People' }).getByRole('link').first().click();
    await page.getByRole('textbox', { name: 'New note' }).fill('Prefers mornings.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText('Prefers mornings.').first().waitFor();
    await page.getByText('Past', { exact: true }).click();
    await page.getByRole('table', { name: 'Shifts' }).getByText('Checked out').first().waitFor();
    await page.getByRole('button', { name: 'Sign up for a shift' }).click();
    await page.getByRole('dialog').getByRole('radio').first().check();
    assert.deepEqual(await axeInDrill(page), []);
    await shoot(page, 'sign-up-person');
    // What was chosen is out of sight, so it isn't chosen any more.
    await page.getByRole('dialog').getByRole('searchbox').fill('no such shift');
    await page.getByText('No upcoming shifts match.').waitFor();
    const signUp = page.getByRole('dialog').getByRole('button', { name: 'Sign up' });
    assert.equal(await signUp.isDisabled(), true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.deepEqual(await axeInDrill(page), []);
    await shoot(page, 'person');
  });

  it('have a page that forgets what was shown of the person before', async () => {
    const { rows } = await sql<{ id: number; name: string }>`
      update users set emergency_contact = jsonb_build_object('name', 'Contact of ' || name, 'phone', '+1 555 0100')
      where email in (${demo.coordinator}, ${demo.volunteer}) returning id, name
    `.execute(muster.database.db);
    const [one, two] = rows;
    assert.ok(one && two);
    const show = ({ name }: typeof one) =>
      page.getByRole('button', { name: `Show emergency contact of ${name}` });
    await go(page, `/manage/people/${one.id}`);
    await show(one).waitFor();
    await go(page, `/manage/people/${two.id}`);
    await show(two).click();
    await page.getByText(`Contact of ${two.name}`).waitFor();
    await go(page, `/manage/people/${one.id}`);
    await show(one).waitFor();
    assert.equal(await page.getByText(`Contact of ${two.name}`).count(), 0);
  });

  inDrill('are tagged together even if someone has left, whose page says so', async () => {
    await go(page, '/manage/people');
    await page.getByLabel('Saved filters').selectOption({ label: 'Our drivers' });
    await page.getByLabel('Select all 2 people shown').check();
    const { rows } = await sql<{ user_id: number }>`
      delete from memberships where user_id = (select min(user_id) from member_tags) returning user_id
    `.execute(muster.database.db);
    await page.getByRole('button', { name: 'Remove tags' }).click();
    await page.getByRole('checkbox', { name: 'Driver' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove tags' }).click();
    await page.getByText('Tags of 1 person changed. 1 person isn’t a member anymore.').waitFor();
    await go(page, `/manage/people/${rows[0]?.user_id}`);
    await page.getByText('Person not found').waitFor();
    await go(page, '/manage/people?without_tag_id=99999');
    assert.equal(
      await page.getByLabel('Without tag').locator('option:checked').innerText(),
      'Archived or deleted',
    );
  });

  it('are on paper, all of them, with space to sign', async () => {
    await open(page, '/manage/shifts?view=list');
    await open(page, '/manage/shifts/1/print?what=signIn');
    const sheet = page.getByRole('table');
    await sheet.getByRole('columnheader', { name: 'Signature' }).waitFor();
    const rows = await sheet.getByRole('row').count();
    await page.getByRole('checkbox', { name: 'Empty lines for walk-ins' }).uncheck();
    assert.equal(await sheet.getByRole('row').count(), rows - 8);
    assert.deepEqual(await axe(page), []);
    await shoot(page, 'sign-in-sheet');
    await page.getByText('Name badges').click();
    await page.waitForURL(/what=badges/);
    assert.deepEqual(await axeInDrill(page), []);
    await shoot(page, 'name-badges');
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.getByRole('heading', { level: 1 }).isVisible(), false);
    assert.equal(await page.getByRole('button', { name: 'Print' }).isVisible(), false);
    await page.emulateMedia({ media: 'screen' });
    assert.deepEqual(consoleErrors(page), []);
  });
});
