import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { systemCall } from '#kernel/call.ts';
import { inTransaction } from '#platform/db/index.ts';
import { queueMail } from '#platform/mail/index.ts';
import { type Answer, assertRefused, expect200, password, peopleApp, refusedFields } from '#test/people.ts';
import { eraseStragglers } from './commands/erase-account.ts';
import { mailVerification } from './steps/mail-link.ts';

const muster = await peopleApp();
const { as, database } = muster;

const zelda = await wellKnown();

const contact = { name: 'Charles', phone: '+44 20 7946 0000', relation: 'friend' };
const everything = {
  name: 'Ada King',
  phone: '+44 (0)20 7946-0958',
  date_of_birth: '1990-12-10',
  emergency_contact: contact,
  time_zone: 'Europe/London',
  language: 'de',
  notification_preferences: { reminder: { email: false }, badge_awarded: { push: true } },
};

describe('GET /me, while many people ask', () => {
  it('gives each person their own profile, and nothing to those who have just logged out', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => muster.person()));
    await Promise.all(
      people.map(async (person, index) => {
        const client = as(person.token);
        for (let count = 1; count <= 3; count += 1) {
          expect200(await client.patch('/me', { name: `Person ${index} ${count}` }));
          const { id, name } = expect200(await client.get('/me'));
          assert.deepEqual([id, name], [person.id, `Person ${index} ${count}`]);
        }
        expect200(await client.post('/auth/logout'));
        assert.equal((await client.get('/me')).status, 401);
      }),
    );
  });
});

describe('PATCH /me', () => {
  it('changes every field, one alone or all together, and GET /me shows them', async () => {
    const ada = await muster.person();
    for (const [field, value] of Object.entries(everything)) {
      const changed = expect200(await as(ada.token).patch('/me', { [field]: value }));
      assert.deepEqual(changed[field], value, field);
    }
    const me = expect200(await as(ada.token).get('/me'));
    for (const [field, value] of Object.entries(everything)) assert.deepEqual(me[field], value, field);
    assert.deepEqual(expect200(await as(ada.token).patch('/me', everything)).name, 'Ada King');
  });

  it('keeps notification preferences that a change does not name', async () => {
    const ada = await muster.person();
    const prefer = async (notification_preferences: object) =>
      expect200(await as(ada.token).patch('/me', { notification_preferences })).notification_preferences;
    await prefer({ reminder: { email: false }, offered: { app: false } });
    const merged = { reminder: { email: false, push: false }, offered: { app: true } };
    assert.deepEqual(await prefer({ reminder: { push: false }, offered: { app: true } }), merged);
    assert.deepEqual(await prefer({}), merged);
  });

  it('clears what may be empty with null, and only that', async () => {
    const ada = await muster.person();
    expect200(await as(ada.token).patch('/me', everything));
    const cleared = { phone: null, date_of_birth: null, emergency_contact: null };
    const me = expect200(await as(ada.token).patch('/me', cleared));
    assert.deepEqual([me.phone, me.date_of_birth, me.emergency_contact], [null, null, null]);
    for (const field of ['name', 'time_zone', 'language', 'notification_preferences'])
      assert.ok(refusedFields(await as(ada.token).patch('/me', { [field]: null })).includes(field));
  });

  it('refuses dates that no calendar has, that are to come, or that no one alive was born on', async () => {
    const ada = await muster.person();
    const tomorrow = Temporal.Now.plainDateISO('UTC').add({ days: 2 }).toString();
    const bad = [
      '2023-02-29',
      '2023-13-01',
      '1899-12-31',
      '0000-01-01',
      tomorrow,
      '9999-12-31',
      '10/12/1990',
      '',
    ];
    for (const date_of_birth of [...bad, 19901210, '1990-12-10T00:00:00Z']) {
      const answer = await as(ada.token).patch('/me', { date_of_birth });
      assertRefused(answer, 400, 'validation_failed');
      assert.deepEqual(refusedFields(answer), ['date_of_birth'], String(date_of_birth));
    }
    expect200(await as(ada.token).patch('/me', { date_of_birth: '2024-02-29' }));
  });

  it('refuses what is not a value of the field, and names it', async () => {
    const ada = await muster.person();
    const bad: [string, unknown, string][] = [
      ['name', '   ', 'name'],
      ['name', 'x'.repeat(201), 'name'],
      ['phone', 'call me', 'phone'],
      ['time_zone', 'Mars/Olympus', 'time_zone'],
      ['time_zone', '+02:00', 'time_zone'],
      ['language', 'tlh', 'language'],
      ['emergency_contact', { name: 'x' }, 'emergency_contact.phone'],
      ['notification_preferences', { reminder: true }, 'notification_preferences.reminder'],
      ['notification_preferences', { news: { email: true } }, 'notification_preferences.news'],
      ['notification_preferences', { reminder: { sms: true } }, 'notification_preferences.reminder.sms'],
      ['notification_preferences', { 'No Name': {} }, 'notification_preferences.No Name'],
    ];
    for (const [field, value, path] of bad) {
      const answer = await as(ada.token).patch('/me', { [field]: value });
      assertRefused(answer, 400, 'validation_failed');
      assert.ok(refusedFields(answer).includes(path), `${field} ${JSON.stringify(value)}`);
    }
  });

  it('ignores fields that are not the person’s to set, and does not keep what it does not know', async () => {
    const ada = await muster.person();
    const sneaky = {
      id: 1,
      email: 'stolen@example.org',
      email_verified: true,
      email_verified_at: '2020-01-01T00:00:00Z',
      is_installation_owner: true,
      password_hash: 'x',
      erased_at: '2020-01-01T00:00:00Z',
      no_such_column: 1,
      emergency_contact: { ...contact, junk: 'x'.repeat(10_000) },
    };
    const me = expect200(await as(ada.token).patch('/me', sneaky));
    assert.deepEqual([me.id, me.email, me.email_verified], [ada.id, ada.email, false]);
    const { rows } = await sql<{
      row: string;
    }>`select u::text as row from users as u where id = ${ada.id}`.execute(database.db);
    assert.equal(/junk|stolen/.test(rows[0]?.row ?? 'junk'), false);
    const { profile } = expect200(await as(ada.token).get('/me/export'));
    assert.equal(profile.installation_owner, false);
  });

  it('with If-Match changes what was read and nothing newer', async () => {
    const ada = await muster.person();
    const { etag = '' } = (await as(ada.token).get('/me')).headers;
    assert.equal((await as(ada.token).get('/me', { 'if-none-match': etag })).status, 304);
    expect200(await as(ada.token).patch('/me', { name: 'First' }, { 'if-match': etag }));
    const late = await as(ada.token).patch('/me', { name: 'Second' }, { 'if-match': etag });
    assertRefused(late, 412, 'precondition_failed');
    const fresh = (await as(ada.token).get('/me')).headers['etag'] ?? '';
    const race = ['Third', 'Fourth'].map((name) =>
      as(ada.token).patch('/me', { name }, { 'if-match': fresh }),
    );
    assert.deepEqual((await Promise.all(race)).map(({ status }) => status).sort(), [200, 412]);
  });
});

/** Every place in the database that holds this text, as table.column. */
async function placesOf(text: string): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select format('%I.%I', table_schema, table_name) as table, quote_ident(column_name) as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')
  `.execute(database.db);
  const places: string[] = [];
  for (const { table, column } of columns) {
    const pattern = `%${text}%`;
    const { rows } = await sql`
      select 1 from ${sql.raw(table)} where ${sql.raw(column)}::text ilike ${pattern}
        or encode(convert_to(${sql.raw(column)}::text, 'UTF8'), 'escape') ilike ${pattern} limit 1
    `.execute(database.db);
    if (rows.length > 0) places.push(`${table}.${column}`);
  }
  return places;
}

/** A person with something in every table that knows people. */
async function wellKnown() {
  const email = 'zelda.quuxley@example.org';
  const signup = { email, name: 'Zelda Quuxley', password, organization_name: 'Book Club' };
  const { id } = expect200(await as().post('/auth/signup', signup, { 'idempotency-key': 'signup-once' }));
  const { access_token } = expect200(
    await as().post('/auth/login', { email, password }, { 'user-agent': 'ZeldaPhone/7' }),
  );
  const client = as(access_token);
  expect200(
    await client.patch('/me', {
      phone: '+99 4711 0815',
      emergency_contact: { name: 'Link Quuxley', phone: '110' },
    }),
  );
  expect200(await as().post('/auth/password-reset', { email }));
  const owner = await muster.person();
  const organization = await muster.organization(owner);
  expect200(await as(owner.token).post(`/organizations/${organization}/invitations`, { email }));
  const link = expect200(await as(owner.token).post(`/organizations/${organization}/invitations`, { email }));
  expect200(await client.post('/invitations/accept', { token: link.token }));
  const mine = expect200(await client.get('/organizations')).items[0].id as number;
  expect200(await client.post(`/organizations/${mine}/api-keys`, { name: 'Mine', scopes: ['audit'] }));
  expect200(await client.post(`/organizations/${mine}/invitations`, { email: 'friend@example.org' }));
  await as().post('/auth/login', { email, password: 'wrong' });
  await muster.deliverMail();
  return { id: id as number, email, token: access_token as string, mine, organization, owner };
}

describe('GET /me/export', () => {
  it('holds something from every table that knows the person', async () => {
    const held = expect200(await as(zelda.token).get('/me/export'));
    assert.equal(held.profile.email, zelda.email);
    assert.equal(held.profile.emergency_contact.name, 'Link Quuxley');
    assert.equal(held.sessions[0].user_agent, 'ZeldaPhone/7');
    assert.ok(held.devices.length > 0);
    assert.deepEqual(
      new Set(held.links.map(({ purpose }: { purpose: string }) => purpose)),
      new Set(['email_verification', 'password_reset']),
    );
    assert.ok(held.mail.length >= 3);
    assert.equal(held.organizations.memberships.length, 2);
    assert.equal(held.organizations.invitations.length, 3);
    assert.equal(held.organizations.api_keys.length, 1);
    assert.ok(held.audit.length > 5);
    const text = JSON.stringify(held);
    assert.doesNotMatch(text, /argon2|digest|refresh_hash/);
    for (const [, time] of text.matchAll(/"[a-z_]+_at":"([^"]+)"/g))
      assert.match(time ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('knows every column of the database that points to a person', async () => {
    const { rows } = await sql<{ place: string }>`
      select table_name || '.' || column_name as place from information_schema.columns
      where table_schema = 'public' and column_name ~ '(user_id|created_by|accepted_by|actor_id|verified_by|awarded_by|recipient|email)$'
      order by 1
    `.execute(database.db);
    // If you add a column here, also add it to what the slice exports and erases.
    const people = rows
      .map(({ place }) => place)
      .filter((place) =>
        /^(users|sessions|known_devices|mail_tokens|memberships|invitations|api_keys|audit_log|undelivered_mail)\./.test(
          place,
        ),
      );
    assert.deepEqual(people, [
      'api_keys.created_by',
      'audit_log.actor_id',
      'audit_log.subject_user_id',
      'invitations.accepted_by',
      'invitations.created_by',
      'invitations.email',
      'known_devices.user_id',
      'mail_tokens.email',
      'mail_tokens.user_id',
      'memberships.user_id',
      'sessions.user_id',
      'undelivered_mail.recipient',
      'users.email',
    ]);
  });
});

describe('DELETE /me', () => {
  it('needs the password', async () => {
    const answer = await as(zelda.token).del('/me', { password: 'wrong' });
    assertRefused(answer, 400, 'validation_failed');
    assert.deepEqual(refusedFields(answer), ['password']);
    assertRefused(await as(zelda.token).del('/me'), 400, 'validation_failed');
  });

  it('is refused to the last owner of an organization that others belong to', async () => {
    await sql`
      insert into memberships values (${zelda.mine}, ${zelda.owner.id}, 'volunteer', now())
    `.execute(database.db);
    const refused = await as(zelda.token).del('/me', { password });
    assertRefused(refused, 409, 'last_owner');
    assert.deepEqual(refused.body.errors[0].remedy, { rel: 'members', href: '/manage/members' });
    assert.equal(refused.body.errors[0].params.organizations.length, 1);
    await sql`
      delete from memberships where organization_id = ${zelda.mine} and user_id = ${zelda.owner.id}
    `.execute(database.db);
    expect200(await as(zelda.token).get('/me'));
  });

  it('leaves nothing personal in any column of any table, and the record and the numbers true', async () => {
    assert.notDeepEqual(await placesOf('zelda'), [], 'the search finds what is there');
    const before = await sql<{ count: string }>`select count(*) from audit_log`.execute(database.db);
    assert.equal((await as(zelda.token).del('/me', { password })).status, 204);
    // Long ones: links in emails have random letters.
    for (const text of ['zelda', 'quuxley', '4711 0815', 'ZeldaPhone'])
      assert.deepEqual(await placesOf(text), [], text);
    const { rows } = await sql<{ email: null; name: string }>`
      select email, name from users where id = ${zelda.id}
    `.execute(database.db);
    assert.deepEqual({ ...rows[0] }, { email: null, name: 'Former member' });
    const after = await sql<{ count: string }>`select count(*) from audit_log`.execute(database.db);
    assert.ok(Number(after.rows[0]?.count) > Number(before.rows[0]?.count));
    const log = expect200(
      await as(zelda.owner.token).get(`/audit?organization_id=${zelda.organization}&user_id=${zelda.id}`),
    );
    assert.deepEqual(
      log.items.map(({ action }: { action: string }) => action),
      ['member.left', 'member.joined'],
    );
  });

  it('ends every token, frees the address, and shuts the doors of an organization left empty', async () => {
    assertRefused(await as(zelda.token).get('/me'), 401, 'unauthenticated');
    const login = await as().post('/auth/login', { email: zelda.email, password });
    assertRefused(login, 401, 'invalid_credentials');
    const { rows } = await sql`
      select 1 from api_keys where organization_id = ${zelda.mine} and revoked_at is null
      union all select 1 from invitations where organization_id = ${zelda.mine} and revoked_at is null
    `.execute(database.db);
    assert.deepEqual(rows, []);
    expect200(await as().post('/auth/signup', { email: zelda.email, name: 'Another Zelda', password }));
  });

  it('ends an open invitation by mail, so that its link is not suddenly for anyone', async () => {
    const [ada, eve] = [await muster.person(), await muster.person()];
    const path = `/organizations/${zelda.organization}/invitations`;
    const { token } = expect200(await as(zelda.owner.token).post(path, { email: ada.email }));
    assert.equal((await as(ada.token).del('/me', { password })).status, 204);
    assertRefused(await as(eve.token).post('/invitations/accept', { token }), 400, 'token_invalid');
  });

  it('leaves no email in a queue, and no trace of its address there', async () => {
    const [ada, eve] = [await muster.person(), await muster.person()];
    await muster.deliverMail();
    const write = async (...mails: { to: string; subject: string; text: string; userId?: number }[]) =>
      await inTransaction(database, {}, (tx) => queueMail(tx, database, ...mails));
    const letter = (to: string) => ({ to, subject: 'News', text: 'For you' });
    await write(letter(ada.email), { ...letter(ada.email), userId: ada.id }, letter(eve.email));
    expect200(await as().post('/auth/password-reset', { email: ada.email }));
    const waiting = async () => (await sql`select 1 from queued_mail`.execute(database.db)).rows.length;
    assert.equal(await waiting(), 4);
    assert.equal((await as(ada.token).del('/me', { password })).status, 204);
    assert.equal(await waiting(), 1);
    // As requests would that read the address before.
    await write({ ...letter(ada.email), userId: ada.id });
    const call = systemCall('test', Temporal.Now.instant());
    const addressee = { id: ada.id, email: ada.email, name: 'Ada', language: 'en' };
    await inTransaction(database, {}, (tx) => mailVerification(tx, muster.platform, call, addressee));
    expect200(await as().post('/auth/signup', { email: ada.email, name: 'Ada again', password }));
    expect200(await as().post('/auth/password-reset', { email: ada.email }));
    const { rows } = await sql<{ payload: { user_id: number } }>`
      select payload from queued_jobs where task = 'finish_erasure' and payload ->> 'user_id' = ${String(ada.id)}
    `.execute(database.db);
    const [erasure] = rows;
    assert.ok(erasure);
    await eraseStragglers(muster.platform, call, erasure.payload);
    const tokens = await sql`select 1 from mail_tokens where user_id = ${ada.id}`.execute(database.db);
    assert.deepEqual(tokens.rows, []);
    const sent = await muster.deliverMail();
    assert.deepEqual(
      sent.filter(({ subject }) => subject === 'News').map(({ to }) => to),
      [eve.email],
    );
    assert.equal(await waiting(), 0);
    assert.equal(sent.filter(({ to }) => to === ada.email).length, 2, 'a new account gets its emails');
  });

  it('of both owners at the same moment is done for one and refused to the other', async () => {
    const one = await muster.person();
    const organization = await muster.organization(one);
    const other = await muster.member(organization, 'owner');
    await muster.member(organization, 'volunteer');
    const answers: Answer[] = await Promise.all(
      [one, other].map(({ token }) => as(token).del('/me', { password })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 409]);
  });
});

it('an account that is deleted twice at once is gone for the second request', async () => {
  const ada = await muster.person();
  const answers = await Promise.all([1, 2].map(() => as(ada.token).del('/me', { password })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 401]);
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
