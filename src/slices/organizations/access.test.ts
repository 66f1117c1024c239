import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertRefused, expect200, password, peopleApp, refusedFields, tokenFor } from '#test/people.ts';
import { until } from '#test/until.ts';

const muster = await peopleApp();
const { as, database } = muster;
const owner = await muster.person();
const organization = await muster.organization(owner, 'Food Bank');
const path = `/organizations/${organization}`;
const invite = async (body?: object) => expect200(await as(owner.token).post(`${path}/invitations`, body));
const accept = (token: string, invitation: string) =>
  as(token).post('/invitations/accept', { token: invitation });
const roleOf = async (token: string) => expect200(await as(token).get('/organizations')).items[0]?.role;

afterEach(() => muster.setAhead({ seconds: 0 }));

describe('a pasted list', () => {
  const paste = (text: string, more: object = {}, token = owner.token) =>
    as(token).post(`${path}/invitations/bulk`, { text, ...more });
  const statuses = (answer: { items: { email: string | null; status: string }[] }) =>
    answer.items.map(({ email, status }) => [email, status]);

  it('invites each address once, and says what happened to the others', async () => {
    const member = await muster.member(organization, 'volunteer');
    await invite({ email: 'asked@example.org' });
    const text = `Paula <Paula@example.org>\n${member.email}, asked@example.org\nnonsense`;
    const would = expect200(await paste(text, { dry_run: true }));
    const answer = expect200(await paste(text, { role: 'check_in' }));
    assert.deepEqual(statuses(answer), [
      ['paula@example.org', 'invited'],
      [member.email, 'already_member'],
      ['asked@example.org', 'already_invited'],
      [null, 'invalid'],
    ]);
    assert.deepEqual(would, answer);
    const mails = await muster.deliverMail();
    assert.match(mails.find(({ to }) => to === 'paula@example.org')?.text ?? '', /^Hello Paula,/);
    const invitation_token = tokenFor(mails, 'paula@example.org');
    const signup = { email: 'paula@example.org', name: 'Paula', password };
    expect200(await as().post('/auth/signup', { ...signup, invitation_token }));
    const { access_token } = expect200(await as().post('/auth/login', signup));
    assert.equal(await roleOf(access_token), 'check_in');
    assert.deepEqual(statuses(expect200(await paste('paula@example.org'))), [
      ['paula@example.org', 'already_member'],
    ]);
  });

  it('pasted twice at once invites everyone once', async () => {
    const text = Array.from({ length: 20 }, (_, number) => `twice-${number}@example.org`).join('\n');
    const answers = await Promise.all([paste(text), paste(text)]);
    const invited = answers.map((answer) => expect200(answer).invited);
    assert.deepEqual(invited.sort(), [0, 20]);
  });

  it('reaches 2,000 addresses a day, with those that were invited one by one', async () => {
    await muster.database.pool.query(
      `insert into invitations (organization_id, email, role, digest, created_by, created_at, expires_at)
       select $1, 'many-' || n || '@example.org', 'volunteer', sha256(('many' || n)::bytea), $2, now(), now()
       from generate_series(1, 1999 - (
         select count(*) from invitations where organization_id = $1 and email is not null)) as n`,
      [organization, owner.id],
    );
    try {
      const two = 'last@example.org, beyond@example.org';
      for (const more of [{}, { dry_run: true }]) assertRefused(await paste(two, more), 429, 'rate_limited');
      await invite({ email: 'last@example.org' });
      assertRefused(
        await as(owner.token).post(`${path}/invitations`, { email: 'beyond@example.org' }),
        429,
        'rate_limited',
      );
      await invite({});
    } finally {
      await muster.database.pool.query("delete from invitations where email like 'many-%'");
    }
  });

  it('has a limit, and invites no one to more access than its sender has', async () => {
    const many = Array.from({ length: 1_001 }, (_, number) => `p${number}@example.org`).join(',');
    for (const text of [many, ' \n ']) assertRefused(await paste(text), 400, 'validation_failed');
    const admin = await muster.member(organization, 'admin');
    assertRefused(await paste('x@example.org', { role: 'owner' }, admin.token), 403, 'forbidden');
  });
});

describe('an invitation', () => {
  it('by link makes the person who has it a member, once, with its role', async () => {
    const made = await invite({ role: 'coordinator' });
    assert.match(made.url, /^http:\/\/muster\.test\/invitation\?token=invite_/);
    assert.deepEqual([made.status, made.email], ['open', null]);
    const [ada, bob] = [await muster.person(), await muster.person()];
    expect200(await accept(ada.token, made.token));
    assert.equal(await roleOf(ada.token), 'coordinator');
    const second = await accept(bob.token, made.token);
    assertRefused(second, 400, 'token_invalid');
    assert.deepEqual(refusedFields(second), ['token']);
  });

  it('raced for by many is taken by one', async () => {
    const { token } = await invite();
    const people = await Promise.all(Array.from({ length: 8 }, () => muster.person()));
    const answers = await Promise.all(people.map((one) => accept(one.token, token)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(400)]);
  });

  it('by mail arrives, and works for that address only', async () => {
    await invite({ email: ' New.Person@Example.org', role: 'check_in' });
    const invitation_token = tokenFor(await muster.deliverMail(), 'new.person@example.org');
    const eve = await muster.person();
    assertRefused(await accept(eve.token, invitation_token), 400, 'token_invalid');
    const signup = { email: 'new.person@example.org', name: 'New', password };
    expect200(await as().post('/auth/signup', { ...signup, invitation_token }));
    const { access_token } = expect200(await as().post('/auth/login', signup));
    assert.equal(await roleOf(access_token), 'check_in');
  });

  it('ends after its days, fourteen by default', async () => {
    const [long, short] = [await invite(), await invite({ expires_in_days: 1 })];
    muster.setAhead({ hours: 25 });
    assertRefused(await accept((await muster.person()).token, short.token), 400, 'token_invalid');
    muster.setAhead({ hours: 24 * 14 - 1 });
    expect200(await accept((await muster.person()).token, long.token));
    const { token } = await muster.member(organization, 'admin');
    const { items } = expect200(await as(token).get(`${path}/invitations`));
    const byId = new Map(items.map((one: { id: number; status: string }) => [one.id, one.status]));
    assert.deepEqual([byId.get(long.id), byId.get(short.id)], ['accepted', 'expired']);
  });

  it('can be withdrawn until it is used', async () => {
    const ada = await muster.person();
    const [open, used] = [await invite(), await invite()];
    expect200(await accept(ada.token, used.token));
    assert.equal((await as(owner.token).del(`${path}/invitations/${open.id}`)).status, 204);
    assertRefused(await as(owner.token).del(`${path}/invitations/${open.id}`), 404, 'not_found');
    assertRefused(await as(owner.token).del(`${path}/invitations/${used.id}`), 404, 'not_found');
    assertRefused(await accept((await muster.person()).token, open.token), 400, 'token_invalid');
  });

  it('is not used up by a member, nor by a refused attempt', async () => {
    const { token } = await invite();
    assertRefused(await accept(owner.token, token), 409, 'already_member');
    expect200(await accept((await muster.person()).token, token));
  });

  it('to a role above one’s own cannot be made', async () => {
    const admin = await muster.member(organization, 'admin');
    const answer = await as(admin.token).post(`${path}/invitations`, { role: 'owner' });
    assertRefused(answer, 403, 'forbidden');
  });

  it('is kept as a digest: neither the list nor the database gives the token away', async () => {
    const { token } = await invite();
    const { rows } = await sql<{ row: string }>`select i::text as row from invitations as i`.execute(
      database.db,
    );
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(token.slice(7)));
    assert.doesNotMatch(JSON.stringify((await as(owner.token).get(`${path}/invitations`)).body), /invite_/);
  });
});

describe('an API key', () => {
  const make = async (body: object) => expect200(await as(owner.token).post(`${path}/api-keys`, body));

  it('is shown once, kept as a digest, and told apart by its beginning', async () => {
    const made = await make({ name: 'Importer', scopes: ['members'] });
    assert.match(made.key, /^mk_[\w-]{43}$/);
    assert.ok(made.key.startsWith(made.prefix) && made.prefix.length < 12);
    const list = await as(owner.token).get(`${path}/api-keys`);
    assert.doesNotMatch(JSON.stringify(list.body), new RegExp(made.key.slice(9)));
    const { rows } = await sql<{ row: string }>`select k::text as row from api_keys as k`.execute(
      database.db,
    );
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(made.key.slice(9)));
  });

  it('may what its scopes say, in its own organization only', async () => {
    const { key } = await make({ name: 'Reader', scopes: ['members', 'audit'] });
    expect200(await as(key).get(`${path}/members`));
    expect200(await as(key).get('/audit'));
    const refused = await as(key).post('/programs', { name: 'x' }, { 'accept-language': 'de' });
    assertRefused(refused, 403, 'forbidden');
    assert.deepEqual(
      [refused.headers['content-language'], refused.body.detail],
      ['de', 'Dieser API-Schlüssel gibt keinen Zugriff auf Programme. Verwende einen, der das darf.'],
    );
    assert.deepEqual(refused.body.errors[0].params, { scope: 'programs' });
    const elsewhere = await muster.organization(owner);
    assertRefused(await as(key).get(`/organizations/${elsewhere}/members`), 404, 'not_found');
    assertRefused(await as(key).get(`/audit?organization_id=${elsewhere}`), 404, 'not_found');
  });

  it('is not a person: it has no profile, no sessions, and makes no keys', async () => {
    const scopes = ['organization', 'members', 'programs', 'audit'];
    const { key } = await make({ name: 'All', scopes });
    for (const where of ['/me', '/me/sessions', '/me/export', '/organizations'])
      assertRefused(await as(key).get(where), 403, 'forbidden');
    assertRefused(await as(key).post(`${path}/api-keys`, { name: 'x', scopes }), 403, 'forbidden');
    assertRefused(await as(key).post('/auth/logout'), 403, 'forbidden');
  });

  it('is refused by every process as soon as it is revoked', async () => {
    const other = await muster.second();
    const made = await make({ name: 'Short life', scopes: ['members'] });
    for (const app of [muster, other]) expect200(await app.as(made.key).get(`${path}/members`));
    assert.equal((await as(owner.token).del(`${path}/api-keys/${made.id}`)).status, 204);
    for (const app of [muster, other])
      assertRefused(await app.as(made.key).get(`${path}/members`), 401, 'unauthenticated');
    assertRefused(await as(owner.token).del(`${path}/api-keys/${made.id}`), 404, 'not_found');
  });

  it('ends when it was to end, and shows when it was last used', async () => {
    const made = await make({ name: 'A day', scopes: ['members'], expires_in_days: 1 });
    expect200(await as(made.key).get(`${path}/members`));
    await until(async () => {
      const { items } = expect200(await as(owner.token).get(`${path}/api-keys`));
      return items.find(({ id }: { id: number }) => id === made.id).last_used_at !== null;
    });
    await sql`update api_keys set expires_at = now() where id = ${made.id}`.execute(database.db);
    assertRefused(await as(made.key).get(`${path}/members`), 401, 'unauthenticated');
    assertRefused(await as('mk_made-up').get(`${path}/members`), 401, 'unauthenticated');
  });

  it('needs a name and scopes that exist', async () => {
    const create = (body: object) => as(owner.token).post(`${path}/api-keys`, body);
    assert.deepEqual(refusedFields(await create({})).sort(), ['name', 'scopes']);
    assert.deepEqual(refusedFields(await create({ name: 'x', scopes: [] })), ['scopes']);
    assert.deepEqual(refusedFields(await create({ name: 'x', scopes: ['world'] })), ['scopes.0']);
  });

  it('stands in the record as the one who acted', async () => {
    const made = await make({ name: 'Actor', scopes: ['programs', 'audit'] });
    expect200(await as(made.key).post('/programs', { name: 'Made by a key' }));
    const { items } = expect200(await as(made.key).get(`/audit?actor_kind=api_key&actor_id=${made.id}`));
    assert.deepEqual([items[0].action, items[0].actor_kind], ['program.created', 'api_key']);
    assert.deepEqual(expect200(await as(made.key).get(`/audit?actor_id=${100_000 + made.id}`)).items, []);
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
