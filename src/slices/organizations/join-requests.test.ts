import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefused, expect200, openSession, password, peopleApp } from '#test/people.ts';

const muster = await peopleApp();
muster.stopClock();
const { as } = muster;
const owner = await muster.person('Olga Owner');
const organization = await muster.organization(owner, 'Harbor Food Bank');
const path = `/organizations/${organization}/join-requests`;
const admin = await muster.member(organization, 'admin');
expect200(await as(admin.token).patch('/me', { language: 'de' }));

const ask = async (token: string, body?: object) => expect200(await as(token).post(path, body));
const open = async () =>
  expect200(await as(owner.token).get(`${path}?status=open`)).items as { id: number }[];
const emailsTo = async (email: string) => (await muster.deliverMail()).filter(({ to }) => to === email);

describe('asking to join an invitation-only organization', () => {
  it('tells the owner and the admins by mail, each in their language, and shows them the request', async () => {
    const ada = await muster.person('Ada Asks');
    const request = await ask(ada.token, { message: 'I have a van.' });
    assert.deepEqual(
      [request.status, request.user_name, request.message],
      ['open', 'Ada Asks', 'I have a van.'],
    );
    assert.deepEqual(
      (await open()).map(({ id }) => id),
      [request.id],
    );
    const mail = await muster.deliverMail();
    const toOwner = mail.find(({ to }) => to === owner.email);
    assert.equal(toOwner?.subject, 'Ada Asks wants to join Harbor Food Bank');
    assert.match(toOwner?.text ?? '', /I have a van\.[\s\S]*\/manage\/members/);
    const toAdmin = mail.find(({ to }) => to === admin.email);
    assert.equal(toAdmin?.subject, 'Ada Asks möchte bei Harbor Food Bank mitmachen');
  });

  it('makes a person a member once it is approved, and tells them', async () => {
    const ada = await muster.person();
    expect200(await as(ada.token).patch('/me', { language: 'de' }));
    const { id } = await ask(ada.token);
    assert.equal(expect200(await as(admin.token).post(`${path}/${id}/approve`)).status, 'approved');
    const [mine] = expect200(await as(ada.token).get('/organizations')).items;
    assert.deepEqual([mine.id, mine.role], [organization, 'volunteer']);
    const [email] = await emailsTo(ada.email);
    assert.equal(email?.subject, 'Du bist jetzt Mitglied bei Harbor Food Bank');
    const again = await as(admin.token).post(`${path}/${id}/approve`);
    assertRefused(again, 409, 'conflict');
    assert.deepEqual([again.body.errors[0].code, again.body.errors[0].path], ['request_closed', 'status']);
    assertRefused(await as(admin.token).post(`${path}/${id}/decline`), 409, 'conflict');
    const { items } = expect200(await as(owner.token).get('/audit?action=join_request.approved'));
    assert.deepEqual([items[0].object_id, items[0].after.role], [id, 'volunteer']);
  });

  it('can be declined with a reason, which the person reads, and they can ask again', async () => {
    const ada = await muster.person();
    const { id } = await ask(ada.token);
    expect200(await as(owner.token).post(`${path}/${id}/decline`, { reason: 'We are full this year.' }));
    const [email] = await emailsTo(ada.email);
    assert.match(email?.text ?? '', /We are full this year\./);
    assert.equal(expect200(await as(ada.token).get('/organizations')).items.length, 0);
    const [mine] = expect200(await as(ada.token).get('/me/join-requests')).items;
    assert.deepEqual([mine.status, mine.reason], ['declined', 'We are full this year.']);
    assert.equal((await ask(ada.token)).status, 'open');
  });

  it('is open once for each person, also when two requests come together', async () => {
    const ada = await muster.person();
    const answers = await Promise.all([as(ada.token).post(path), as(ada.token).post(path)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  });

  it('can be withdrawn by the person alone', async () => {
    const [ada, bob] = [await muster.person(), await muster.person()];
    const { id } = await ask(ada.token);
    assertRefused(await as(bob.token).del(`/me/join-requests/${id}`), 404, 'not_found');
    assert.equal((await as(ada.token).del(`/me/join-requests/${id}`)).status, 204);
    assertRefused(await as(owner.token).post(`${path}/${id}/approve`), 409, 'conflict');
    assert.equal((await ask(ada.token)).status, 'open');
  });

  it('is for those who need it: members and people who can just join get an error that says so', async () => {
    assertRefused(await as(admin.token).post(path), 409, 'already_member');
    const openOne = await muster.organization(owner);
    expect200(await as(owner.token).patch(`/organizations/${openOne}`, { join_rule: 'open' }));
    const ada = await muster.person();
    assertRefused(await as(ada.token).post(`/organizations/${openOne}/join-requests`), 409, 'conflict');
    assertRefused(await as(ada.token).post('/organizations/999999/join-requests'), 404, 'not_found');
  });

  it('is refused after five in a day, and says how long to wait', async () => {
    const ada = await muster.person();
    for (let count = 0; count < 5; count += 1) {
      const { id } = await ask(ada.token);
      assert.equal((await as(ada.token).del(`/me/join-requests/${id}`)).status, 204);
    }
    const refused = await as(ada.token).post(path);
    assertRefused(refused, 429, 'rate_limited');
    assert.ok(Number(refused.headers['retry-after']) > 23 * 3_600);
    muster.setAhead({ hours: 25 });
    const { token } = await openSession(muster.platform, ada.id);
    assert.equal((await ask(token)).status, 'open');
    muster.setAhead({ hours: 0 });
  });

  it('ends when the person becomes a member in another way', async () => {
    const ada = await muster.person();
    const { id } = await ask(ada.token);
    const { token } = expect200(await as(owner.token).post(`/organizations/${organization}/invitations`));
    expect200(await as(ada.token).post('/invitations/accept', { token }));
    assert.ok(!(await open()).some((one) => one.id === id));
  });

  it('gives no more power than the admin has, nor through an API key', async () => {
    const { id } = await ask((await muster.person()).token);
    assertRefused(await as(admin.token).post(`${path}/${id}/approve`, { role: 'owner' }), 403, 'forbidden');
    const key = await muster.apiKey(owner, organization, ['members']);
    assertRefused(await as(key).post(`${path}/${id}/approve`, { role: 'admin' }), 403, 'forbidden');
    expect200(await as(key).post(`${path}/${id}/approve`));
  });

  it('belongs to its organization: another one can neither see nor decide on it', async () => {
    const { id } = await ask((await muster.person()).token);
    const stranger = await muster.person();
    const other = await muster.organization(stranger);
    assertRefused(
      await as(stranger.token).post(`/organizations/${other}/join-requests/${id}/approve`),
      404,
      'not_found',
    );
    assertRefused(await as(stranger.token).get(path), 404, 'not_found');
  });

  it('is part of a person’s data, and is deleted with their account', async () => {
    const ada = await muster.person('Ada Leaves');
    const { id } = await ask(ada.token, { message: 'Hello' });
    const held = expect200(await as(ada.token).get('/me/export'));
    assert.match(JSON.stringify(held), /"join_requests":\[\{[^\]]*"message":"Hello"/);
    assert.ok((await as(ada.token).del('/me', { password })).status < 300);
    assert.ok(!(await open()).some((one) => one.id === id));
    const queued = (await muster.deliverMail()).filter(({ subject }) => subject.includes('Ada Leaves'));
    assert.deepEqual(queued, [], 'admins get no email about someone who is gone');
  });
});
