import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstSteps } from '#app/first-start.ts';
import { setupToken } from '#slices/accounts/index.ts';
import { expect200, peopleApp } from '#test/people.ts';

describe('a new organization', () => {
  it('learns step by step what is left to do before volunteers can come', async () => {
    const muster = await peopleApp();
    const owner = await muster.person();
    const as = muster.as(owner.token);
    const id = await muster.organization(owner);
    const setup = async () => expect200(await as.get(`/organizations/${id}/setup`));
    const nothing = {
      has_program: false,
      has_shift: false,
      has_people: false,
      has_joining: false,
      has_signup: false,
    };
    assert.deepEqual(await setup(), { ...nothing, shift_id: null, mail: 'mailbox' });
    const program = expect200(await as.post('/programs', { name: 'Kitchen' }));
    const start = Date.now() + 86_400_000;
    const shift = expect200(
      await as.post('/shifts', {
        program_id: program.id,
        start_time: new Date(start).toISOString(),
        end_time: new Date(start + 3_600_000).toISOString(),
        capacity: 3,
        status: 'draft',
      }),
    );
    assert.equal((await setup()).has_shift, false);
    expect200(await as.post(`/shifts/${shift.id}/publish`));
    expect200(await as.patch(`/organizations/${id}`, { join_rule: 'open' }));
    expect200(await as.post(`/organizations/${id}/invitations`));
    expect200(await as.post(`/shifts/${shift.id}/signups`));
    assert.deepEqual(await setup(), {
      has_program: true,
      has_shift: true,
      has_people: true,
      has_joining: true,
      has_signup: true,
      shift_id: shift.id,
      mail: 'mailbox',
    });
  });

  it('can send its admin a test mail, in their language', async () => {
    const muster = await peopleApp();
    const owner = await muster.person();
    const id = await muster.organization(owner, 'Harbor');
    expect200(await muster.as(owner.token).patch('/me', { language: 'de' }));
    const send = () =>
      muster
        .as(owner.token)
        .post(`/organizations/${id}/test-mail`, undefined, { 'idempotency-key': 'test-mail' });
    const answer = expect200(await send());
    assert.deepEqual(answer, { status: 'sent', to: owner.email, error: null });
    assert.deepEqual(expect200(await send()), answer);
    const emails = (await muster.deliverMail()).filter(({ to }) => to === owner.email);
    const tests = emails.filter(({ subject }) => subject === 'Test-E-Mail von Muster');
    assert.equal(tests.length, 1, 'a repeated request sends no second one');
  });
});

describe('an installation without a mail server', () => {
  it('says that mail goes nowhere, in the set-up, at a test and at the start', async () => {
    const muster = await peopleApp({ MUSTER_DEMO: 'off' });
    assert.deepEqual(expect200(await muster.as().get('/installation')), { has_owner: false });
    const owner = await muster.person();
    const id = await muster.organization(owner);
    assert.equal(expect200(await muster.as(owner.token).get(`/organizations/${id}/setup`)).mail, 'none');
    const answer = expect200(await muster.as(owner.token).post(`/organizations/${id}/test-mail`));
    assert.equal(answer.status, 'not_configured');
    assert.match((await firstSteps(muster.platform)).join('\n'), /SMTP_URL/);
  });

  it('prints a link that opens the set-up until there is an owner', async () => {
    const muster = await peopleApp({ MUSTER_DEMO: 'off' });
    const token = setupToken(muster.platform.database);
    const steps = (await firstSteps(muster.platform)).join('\n');
    assert.ok(steps.includes(`http://muster.test/signup?setup=${token}\n`));
    const account = { email: 'ada@example.org', password: 'long enough words', name: 'Ada' };
    expect200(await muster.as().post('/auth/signup', { ...account, setup_token: token }));
    assert.deepEqual(expect200(await muster.as().get('/installation')), { has_owner: true });
    assert.deepEqual(await firstSteps(muster.platform), []);
  });
});

describe('a mail server that does not answer', () => {
  it('is named by its code, without its address', async () => {
    const muster = await peopleApp({ MUSTER_DEMO: 'off', SMTP_URL: 'smtp://127.0.0.1:1' });
    const owner = await muster.person();
    const id = await muster.organization(owner);
    const answer = expect200(await muster.as(owner.token).post(`/organizations/${id}/test-mail`));
    assert.equal(answer.status, 'failed');
    assert.match(answer.error, /^E[A-Z]+/);
    assert.doesNotMatch(answer.error, /127/);
  });
});

describe('the banner of the demo', () => {
  it('names every demo account', async () => {
    const banner = (await firstSteps((await peopleApp()).platform)).join('\n');
    for (const name of ['owner', 'coordinator', 'desk', 'volunteer'])
      assert.ok(banner.includes(`${name}@demo.muster`), name);
  });
});
