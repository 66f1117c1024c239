import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { browserApp, demo, inDrill, isFocused, type Visit, whyNoBrowser } from '#test/browser/app.ts';
import { expect200 } from '#test/people.ts';
import { startReceiver, until } from '#test/receiver.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp({ MUSTER_ALLOW_TARGETS: '127.0.0.0/8' });

describe('the screens of administration', { skip }, () => {
  if (app === undefined) return;
  const { visit, open, load, axe, axeInDrill, enter, muster, shoot } = app;

  const logged = async (email: string, how: Visit): Promise<Page> => {
    const page = await visit(how);
    await enter(page, email);
    return page;
  };
  let ownersPage: Promise<Page> | undefined;
  /** One window for all that is done in English: logging in takes its time. */
  const owner = (): Promise<Page> => {
    ownersPage ??= logged(demo.owner, { stays: true });
    return ownersPage;
  };
  const tokenOf = async (email: string): Promise<string> =>
    expect200(await muster.as().post('/auth/login', { email, password: demo.password })).access_token;

  it('make a webhook, show its secret once, and send a delivery again in the same envelope', async () => {
    const receiver = await startReceiver();
    const page = await owner();
    await load(page, '/manage/webhooks');
    await page.getByRole('button', { name: 'New endpoint' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Staff system');
    await page.getByRole('textbox', { name: 'URL' }).fill(`${receiver.url}/hook`);
    await page.getByRole('button', { name: 'Create endpoint' }).click();
    await page.getByText('Choose at least one event.').waitFor();
    const shifts = page.getByRole('checkbox', { name: 'All events: shifts' });
    await until(() => isFocused(shifts));
    assert.deepEqual(await axeInDrill(page), []);
    await shifts.click();
    assert.deepEqual(await axe(page), []);
    await page.getByRole('button', { name: 'Create endpoint' }).click();
    const secret = page.getByRole('textbox', { name: 'Signing secret' });
    assert.match(await secret.inputValue(), /^whsec_/);
    assert.deepEqual(await axeInDrill(page), []);
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.waitForURL(/\/manage\/webhooks\/\d+$/);
    assert.equal(await secret.count(), 0);

    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('cell', { name: 'Delivered' }).first().waitFor();
    await page.getByRole('button', { name: 'Details for webhook.test' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Attempt 1: test').waitFor();
    assert.deepEqual(await axeInDrill(page), []);
    await drawer.getByRole('button', { name: 'Send again' }).click();
    await drawer.getByText('Attempt 2: sent again').waitFor();
    await until(() => receiver.received.length === 2);
    const [first, second] = receiver.received;
    assert.ok(first && second);
    assert.equal(second.headers['webhook-id'], first.headers['webhook-id']);
    assert.equal(second.body, first.body);
    assert.ok((await drawer.innerText()).includes(String(first.headers['webhook-id'])));
  });

  it('build a form with a conditional question, show what is submitted, and require it for a mission', async () => {
    const page = await owner();
    await load(page, '/manage/forms');
    await page.getByRole('button', { name: 'New form' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Kitchen check');
    await page.getByRole('button', { name: 'Create form' }).click();
    await page.waitForURL(/\/manage\/forms\/\d+$/);
    const questions = page.getByRole('list', { name: 'Questions' });
    const add = async (title: string, kind: string) => {
      await page.getByRole('button', { name: 'Add question' }).press('Enter');
      assert.ok(await isFocused(questions.getByRole('textbox', { name: 'Question' })), 'ready to be typed');
      await questions.getByRole('textbox', { name: 'Question' }).fill(title);
      await questions.getByLabel('Answer type').selectOption({ label: kind });
    };
    await add('Any allergies?', 'Yes or no');
    await add('Which ones?', 'Short text');
    await questions.getByLabel('Condition').selectOption('show');
    await questions.getByRole('switch', { name: 'Required' }).click();

    const preview = page.getByRole('region', { name: 'Preview' });
    assert.equal(await preview.getByLabel('Which ones?').count(), 0);
    await preview.getByRole('checkbox', { name: 'Any allergies?' }).click();
    await preview.getByLabel('Which ones?').waitFor();
    assert.deepEqual(await axeInDrill(page), []);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Published', { exact: true }).waitFor();

    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    const volunteer = muster.as(await tokenOf(demo.volunteer));
    const submit = (answers: object) => volunteer.post(`/forms/${id}/submissions`, { answers });
    assert.equal((await submit({ any_allergies: true })).status, 400);
    expect200(await submit({ any_allergies: true, which_ones: 'Peanuts' }));
    await page.getByRole('tab', { name: 'Responses' }).click();
    await page.getByRole('button', { name: 'Response from Vera Volunteer' }).click();
    await page.getByRole('dialog').getByText('Peanuts').waitFor();
    assert.deepEqual(await axe(page), []);

    await open(page, '/manage/missions');
    await page.getByRole('button', { name: 'New mission' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Cook together');
    await page.getByRole('checkbox', { name: 'Kitchen check' }).click();
    assert.deepEqual(await axeInDrill(page), []);
    await page.getByRole('button', { name: 'Create mission' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Cook together' });
    await row.getByRole('cell', { name: '1 form' }).waitFor();
    const { items } = expect200(await muster.as().get('/missions?organization_id=1'));
    const made = items.find((mission: { name: string }) => mission.name === 'Cook together');
    assert.deepEqual(made.requirements.forms, [id]);
  });

  inDrill('put questions in another order by keyboard, and ask before changes are lost', async () => {
    const page = await owner();
    await load(page, '/manage/forms/1');
    const up = page.getByRole('button', { name: 'Move T-shirt size up' });
    await up.focus();
    await page.keyboard.press('Enter');
    const first = page.getByRole('list', { name: 'Questions' }).getByRole('listitem').first();
    await first.filter({ hasText: 'T-shirt size' }).waitFor();
    assert.equal(await isFocused(up), true);
    await page.getByRole('link', { name: 'Missions' }).click();
    await page.getByRole('dialog', { name: 'Discard your changes?' }).waitFor();
    assert.deepEqual(await axeInDrill(page), []);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL(/\/manage\/missions$/);
  });

  it('invite a member by mail, and by a link that is shown once', async () => {
    const page = await owner();
    await load(page, '/manage/members');
    await page.getByRole('button', { name: 'Invite someone' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Email address' }).fill('newcomer@example.org');
    await dialog.getByLabel('Access').selectOption('coordinator');
    assert.deepEqual(await axeInDrill(page), []);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    const row = page.getByRole('row').filter({ hasText: 'newcomer@example.org' });
    await row.getByRole('cell', { name: 'Open' }).waitFor();
    await row.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await row.getByRole('cell', { name: 'Withdrawn' }).waitFor();

    await page.getByRole('button', { name: 'Invite someone' }).click();
    await dialog.getByText('Link', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Create link' }).click();
    assert.match(await page.getByRole('textbox', { name: 'Link' }).inputValue(), /\/invitation\?token=/);
  });

  inDrill('invite several people by pasting addresses, none of which is cut off', async () => {
    const page = await owner();
    await load(page, '/manage/members');
    await page.getByRole('button', { name: 'Invite several' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('textbox', { name: 'Email addresses' });
    const send = dialog.getByRole('button', { name: 'Send invitations' });
    await send.click();
    await dialog.getByText('Paste at least one email address.').waitFor();
    assert.ok(await isFocused(field));
    assert.deepEqual(await axeInDrill(page), []);
    await shoot(page, 'invite-several');
    await field.fill('long@example.community '.repeat(5_000));
    await dialog.getByText('The list has more than 100,000 characters. Split it.').waitFor();
    await field.fill('Lovelace, Ada <ada@paste.example>; Okafor, Ben <ben@paste.example>');
    await send.click();
    await dialog.getByText('2 people invited').waitFor();
    await dialog.getByText('Okafor Ben (ben@paste.example)').waitFor();
  });

  it('make an API key that works, and revoke it', async () => {
    const page = await owner();
    await load(page, '/manage/api-keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Wall display');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Choose at least one permission.').waitFor();
    await page.getByRole('checkbox', { name: 'Members: view and manage' }).click();
    assert.deepEqual(await axeInDrill(page), []);
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = await page.getByRole('textbox', { name: 'Key' }).inputValue();
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    assert.equal((await muster.as(key).get('/organizations/1/members')).status, 200);
    await page.getByRole('button', { name: 'Revoke Wall display' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('cell', { name: 'Revoked' }).waitFor();
    assert.equal((await muster.as(key).get('/organizations/1/members')).status, 401);
  });

  inDrill('say what ends with a membership, and take over the key that a former admin leaves', async () => {
    const admin = await muster.member(1, 'admin');
    const former = await muster.apiKey(admin, 1, ['members']);
    const own = muster.as(admin.token);
    const { items } = (await own.get('/shifts?organization_id=1&eligible=me&limit=1')).body;
    assert.equal((await own.post(`/shifts/${items[0].id}/signups`)).status, 200);
    const page = await owner();
    const dialog = page.getByRole('dialog');
    const remove = async () => {
      await load(page, `/manage/people/${admin.id}`);
      await page.getByRole('button', { name: 'Remove Test admin' }).click();
      await dialog.getByText('They lose their spot on 1 upcoming shift.').waitFor();
      assert.deepEqual(await axeInDrill(page), []);
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('Test admin is no longer a member.').waitFor();
      await page.getByRole('table', { name: 'People' }).waitFor();
    };
    await remove();
    const line = page.getByRole('link', { name: 'Test admin' });
    assert.equal(await line.count(), 0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await line.waitFor();
    assert.equal((await own.get('/organizations/1/members')).status, 200);
    await remove();
    await page.goto('about:blank');
    await until(async () => (await own.get('/organizations/1/members')).status !== 200);

    await open(page, '/manage/api-keys');
    await page.getByText('Test admin created this key and is no longer an admin.').waitFor();
    assert.deepEqual(await axeInDrill(page), []);
    await page.getByRole('button', { name: 'Take over Test key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
    const key = await page.getByRole('textbox', { name: 'Key' }).inputValue();
    assert.equal((await muster.as(key).get('/organizations/1/members')).status, 200);
    assert.equal((await muster.as(former).get('/organizations/1/members')).status, 401);
  });

  inDrill('tell what changed, before and after', async () => {
    const page = await owner();
    await load(page, '/manage/settings');
    await page.getByLabel('Rest between shifts').selectOption('own');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved.').waitFor();
    await open(page, '/manage/audit?object=organization');
    await page.getByText('What changed').first().click();
    await page.getByRole('cell', { name: '30' }).first().waitFor();
    assert.deepEqual(await axeInDrill(page), []);
  });
});
