import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, assertRefused, expect200, password, peopleApp, refusedFields } from '#test/people.ts';
import type { Role } from './rules/access.ts';

const muster = await peopleApp();
const { as } = muster;
const owner = await muster.person('Olga Owner');
const organization = await muster.organization(owner);
const path = `/organizations/${organization}`;
const admin = await muster.member(organization, 'admin');
const role = (id: number, wanted: string, token = owner.token) =>
  as(token).patch(`${path}/members/${id}`, { role: wanted });

describe('an organization', () => {
  it('can be created by anyone with an account, who then owns it', async () => {
    const ada = await muster.person();
    const made = expect200(
      await as(ada.token).post('/organizations', { name: '  Soup Kitchen ', time_zone: 'Europe/Berlin' }),
    );
    assert.deepEqual(
      [made.name, made.time_zone, made.join_rule, made.join_role],
      ['Soup Kitchen', 'Europe/Berlin', 'invitation', 'volunteer'],
    );
    const { items, next_cursor } = expect200(await as(ada.token).get('/organizations'));
    assert.deepEqual([items.length, items[0].role, next_cursor], [1, 'owner', null]);
    assert.deepEqual(expect200(await as().get(`/organizations/${made.id}`)), made);
  });

  it('changes in every field, with If-Match, and the change is on record', async () => {
    const change = {
      name: ' Renamed ',
      time_zone: 'Asia/Tokyo',
      policies: {
        min_rest_minutes: 60,
        waitlist_mode: 'offer',
        minors: { minimum_age: 14, night_from: '22:00' },
      },
      join_rule: 'open',
      join_role: 'volunteer',
      required_profile_fields: ['phone', 'date_of_birth'],
    };
    const { etag = '' } = (await as(admin.token).get(path)).headers;
    const changed = expect200(await as(admin.token).patch(path, change, { 'if-match': etag }));
    assert.deepEqual({ ...changed, ...change, name: 'Renamed' }, changed);
    assertRefused(
      await as(admin.token).patch(path, change, { 'if-match': etag }),
      412,
      'precondition_failed',
    );
    const { items } = expect200(await as(admin.token).get('/audit?action=organization.changed'));
    assert.deepEqual([items[0].before.join_rule, items[0].after.join_rule], ['invitation', 'open']);
    assert.deepEqual(items[0].after.policies, change.policies);
  });

  it('ignores what is not its to change, and keeps nothing it does not know', async () => {
    const body = { id: 999, created_at: 'x', no_such: 1, policies: { min_rest_minutes: 5, junk: 'junk' } };
    assert.equal(expect200(await as(admin.token).patch(path, body)).id, organization);
    const { items } = expect200(await as(admin.token).get('/audit?action=organization.changed&limit=1'));
    assert.doesNotMatch(JSON.stringify(items), /junk|no_such/);
  });

  it('that does not exist is not found', async () => {
    assertRefused(await as(owner.token).get('/organizations/999999'), 404, 'not_found');
    assertRefused(await as(owner.token).patch('/organizations/999999', { name: 'x' }), 404, 'not_found');
    assertRefused(await as(owner.token).post('/organizations/999999/join'), 404, 'not_found');
  });

  it('cannot be opened wider than its keeper’s own power, nor to every account but by the installation’s owner', async () => {
    assertRefused(await as(admin.token).patch(path, { join_role: 'owner' }), 403, 'forbidden');
    expect200(await as(owner.token).patch(path, { join_role: 'owner', join_rule: 'invitation' }));
    assertRefused(await as(admin.token).patch(path, { join_rule: 'open' }), 403, 'forbidden');
    const key = await muster.apiKey(owner, organization, ['organization']);
    assertRefused(await as(key).patch(path, { join_role: 'admin' }), 403, 'forbidden');
    assertRefused(await as(owner.token).patch(path, { join_rule: 'everyone' }), 403, 'forbidden');
    expect200(await as(owner.token).patch(path, { join_role: 'volunteer' }));
    expect200(await as(key).patch(path, { name: 'Renamed by a program' }));
  });

  it('lets people join by its rule, once', async () => {
    const ada = await muster.person();
    expect200(await as(owner.token).patch(path, { join_rule: 'invitation' }));
    assertRefused(await as(ada.token).post(`${path}/join`), 403, 'forbidden');
    expect200(await as(owner.token).patch(path, { join_rule: 'open', join_role: 'check_in' }));
    expect200(await as(ada.token).post(`${path}/join`));
    assertRefused(await as(ada.token).post(`${path}/join`), 409, 'already_member');
    assert.equal(expect200(await as(ada.token).get('/organizations')).items[0].role, 'check_in');
    expect200(await as(owner.token).patch(path, { join_rule: 'invitation', join_role: 'volunteer' }));
  });
});

describe('members', () => {
  it('are listed page by page, each once', async () => {
    const club = await muster.organization(owner, 'Big Club');
    const ids = [owner.id];
    for (let count = 0; count < 6; count += 1) ids.push((await muster.member(club, 'volunteer')).id);
    const seen: number[] = [];
    let cursor = '';
    do {
      const page = expect200(await as(owner.token).get(`/organizations/${club}/members?limit=3${cursor}`));
      seen.push(...page.items.map(({ user_id }: { user_id: number }) => user_id));
      cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`;
    } while (cursor !== '');
    assert.deepEqual(seen, ids);
  });

  it('are found by a part of the name or address, in any case, and by role', async () => {
    const club = await muster.organization(await muster.person('Percy 100%_sure'), 'Search Club');
    const { token } = await muster.member(club, 'coordinator');
    const find = async (query: string) =>
      expect200(await as(token).get(`/organizations/${club}/members?${query}`)).items.map(
        ({ name }: { name: string }) => name,
      );
    assert.deepEqual(await find('q=PERCY'), ['Percy 100%_sure']);
    assert.deepEqual(await find(`q=${encodeURIComponent('0%_s')}`), ['Percy 100%_sure']);
    assert.deepEqual(await find(`q=${encodeURIComponent('%')}`), ['Percy 100%_sure']);
    assert.deepEqual(await find('q=nobody'), []);
    assert.deepEqual(await find('role=coordinator'), ['Test coordinator']);
    assert.equal((await find('q=example.org')).length, 2);
    const nul = await as(token).get(`/organizations/${club}/members?q=%00`);
    assertRefused(nul, 400, 'validation_failed');
    assert.deepEqual(refusedFields(nul), ['q']);
  });

  it('get another role at once, but never one above that of the person who gives it', async () => {
    const ada = await muster.member(organization, 'volunteer');
    assert.equal(expect200(await role(ada.id, 'coordinator')).role, 'coordinator');
    expect200(await as(ada.token).get(`${path}/members`));
    expect200(await role(ada.id, 'volunteer', admin.token));
    expect200(await as(ada.token).patch('/me', { language: 'de' }));
    const refused = await as(ada.token).get(`${path}/members`);
    assertRefused(refused, 403, 'forbidden');
    assert.equal(refused.headers['content-language'], 'de');
    assert.match(refused.body.detail, /^Dafür brauchst du mindestens den Zugriff „Koordination“\./);
    const codeOf = ({ body }: Answer) => body.errors[0].code;
    assert.equal(codeOf(await role(ada.id, 'owner', admin.token)), 'access_too_high');
    assert.equal(codeOf(await role(owner.id, 'volunteer', admin.token)), 'member_has_more_access');
    assertRefused(await as(admin.token).del(`${path}/members/${owner.id}`), 403, 'forbidden');
    const key = await muster.apiKey(owner, organization, ['members']);
    assertRefused(await role(ada.id, 'owner', key), 403, 'forbidden');
    assert.deepEqual(refusedFields(await role(ada.id, 'emperor')), ['role']);
    assertRefused(await role(999_999, 'volunteer'), 404, 'not_found');
  });

  it('who keep their role leave nothing in the audit log', async () => {
    const ada = await muster.member(organization, 'volunteer');
    expect200(await role(ada.id, 'coordinator'));
    assert.equal(expect200(await role(ada.id, 'coordinator')).role, 'coordinator');
    const query = `organization_id=${organization}&action=member.role_changed&object_id=${ada.id}`;
    assert.equal(expect200(await as(owner.token).get(`/audit?${query}`)).items.length, 1);
  });

  it('can be removed and can leave, and lose every right at once', async () => {
    const [ada, bob] = [
      await muster.member(organization, 'admin'),
      await muster.member(organization, 'admin'),
    ];
    assert.equal((await as(owner.token).del(`${path}/members/${ada.id}`)).status, 204);
    assertRefused(await as(ada.token).get(`${path}/members`), 404, 'not_found');
    expect200(await as(bob.token).post(`${path}/leave`));
    assertRefused(await as(bob.token).post(`${path}/leave`), 404, 'not_found');
    assertRefused(await as(owner.token).del(`${path}/members/${bob.id}`), 404, 'not_found');
  });

  it('keep an owner: the last one can neither leave, be removed, be degraded nor be erased', async () => {
    assertRefused(await as(owner.token).post(`${path}/leave`), 409, 'last_owner');
    assertRefused(await as(owner.token).del(`${path}/members/${owner.id}`), 409, 'last_owner');
    assertRefused(await role(owner.id, 'admin'), 409, 'last_owner');
    assertRefused(await as(owner.token).del('/me', { password }), 409, 'last_owner');
  });

  it('keep an owner also when two go at the same moment, whichever way they take', async () => {
    const actions = {
      leave: (token: string) => as(token).post(`/organizations/${club}/leave`),
      degrade: (token: string, id: number) =>
        as(token).patch(`/organizations/${club}/members/${id}`, { role: 'volunteer' }),
      erase: (token: string) => as(token).del('/me', { password }),
    };
    let club = 0;
    for (const [one, other] of [
      ['leave', 'leave'],
      ['leave', 'degrade'],
      ['degrade', 'degrade'],
      ['leave', 'erase'],
    ] as const) {
      const first = await muster.person();
      club = await muster.organization(first);
      const second = await muster.member(club, 'owner');
      await muster.member(club, 'volunteer');
      const answers = await Promise.all([
        actions[one](first.token, first.id),
        actions[other](second.token, second.id),
      ]);
      const refused = answers.filter(({ status }) => status === 409);
      assert.equal(refused.length, 1, `${one} and ${other}: ${answers.map(({ status }) => status)}`);
    }
  });
});

describe('every role', () => {
  it('is one that members can have', async () => {
    const ada = await muster.member(organization, 'volunteer');
    for (const name of ['check_in', 'coordinator', 'admin', 'owner', 'volunteer'] satisfies Role[])
      assert.equal(expect200(await role(ada.id, name)).role, name);
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
