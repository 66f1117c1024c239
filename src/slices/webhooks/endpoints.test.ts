import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sql } from 'kysely';
import {
  assertRefused,
  type Client,
  expect200,
  type Person,
  peopleApp,
  refusedFields,
} from '#test/people.ts';

const muster = await peopleApp({ MUSTER_ALLOW_TARGETS: '127.0.0.0/8' });
const { database } = muster;
let owner: Person;
let client: Client;
let organization = 0;
const target = 'https://hooks.example.org/muster';

before(async () => {
  owner = await muster.person();
  organization = await muster.organization(owner);
  client = muster.as(owner.token);
});

const create = (fields: object = {}) =>
  client.post('/webhooks/endpoints', { name: 'CRM', url: target, events: ['shift.checkin'], ...fields });

describe('the catalogue of events', () => {
  it('is open to anyone and holds a description and an example of each', async () => {
    const { items } = expect200(await muster.as().get('/webhooks/events'));
    const names = items.map(({ name }: { name: string }) => name);
    for (const name of ['shift.checkin', 'shift.signup', 'form.submitted', 'member.joined', 'webhook.test'])
      assert.ok(names.includes(name), name);
    assert.equal(new Set(names).size, names.length);
    for (const { description, example } of items) {
      assert.ok(description.length > 10);
      assert.equal(typeof example, 'object');
    }
  });

  it('describes each in the language of the reader', async () => {
    const path = '/webhooks/events';
    const german = await muster.as().get(path, { 'accept-language': 'de' });
    const { description } = expect200(german).items.find(
      ({ name }: { name: string }) => name === 'shift.cancelled',
    );
    assert.match(description, /^Eine Schicht wurde abgesagt\./);
    assert.equal(german.headers['content-language'], 'de');
    assert.match(String(german.headers['vary']), /Accept-Language/);
  });
});

describe('an endpoint', () => {
  it('shows its secret once, at creation', async () => {
    const made = expect200(await create());
    assert.match(made.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.equal(made.organization_id, organization);
    assert.deepEqual([made.status, made.events], ['active', ['shift.checkin']]);
    const read = expect200(await client.get(`/webhooks/endpoints/${made.id}`));
    const list = expect200(await client.get('/webhooks/endpoints'));
    for (const answer of [read, ...list.items]) assert.equal('secret' in answer, false);
    assert.equal(JSON.stringify(list).includes('whsec_'), false);
  });

  it('keeps its secret unreadable in the database and out of the audit log', async () => {
    const { id, secret } = expect200(await create());
    const { rows } = await sql<{ text: string }>`
      select row_to_json(e)::text as text from webhook_endpoints e where id = ${id}
      union all select row_to_json(a)::text from audit_log a where object_type = 'webhook_endpoint'
    `.execute(database.db);
    const hex = Buffer.from(secret).toString('hex');
    for (const { text } of rows) assert.equal(text.includes(secret) || text.includes(hex), false);
  });

  it('is refused with the known names when it subscribes to an unknown event', async () => {
    const answer = await create({ events: ['shift.checkin', 'shift.exploded'] });
    assertRefused(answer, 400, 'validation_failed');
    assert.deepEqual(refusedFields(answer), ['events.1']);
    const { code, params } = answer.body.errors[0];
    assert.deepEqual([code, params.name], ['unknown_event', 'shift.exploded']);
    assert.ok(params.known.includes('shift.signup_changed'));
    const german = muster.as((await muster.member(organization, 'admin')).token);
    expect200(await german.patch('/me', { language: 'de' }));
    const body = { name: 'CRM', url: target, events: ['shift.exploded'] };
    const translated = await german.post('/webhooks/endpoints', { ...body, organization_id: organization });
    assert.equal(translated.headers['content-language'], 'de');
    assert.match(translated.body.detail, /^Es gibt kein Ereignis namens „shift\.exploded“\./);
  });

  it('is refused without events, name or a usable address, naming the field', async () => {
    for (const [fields, field] of [
      [{ events: [] }, 'events'],
      [{ name: ' ' }, 'name'],
      [{ url: 'not a url' }, 'url'],
      [{ url: 'http://hooks.example.org/' }, 'url'],
      [{ url: 'https://10.0.0.1/' }, 'url'],
      [{ url: 'https://169.254.169.254/latest' }, 'url'],
      [{ url: 'https://user:pw@example.org/' }, 'url'],
    ] as const) {
      const answer = await create(fields);
      assertRefused(answer, 400, 'validation_failed');
      assert.deepEqual(refusedFields(answer), [field]);
    }
  });

  it('may be on a private address only where the operator allows it', async () => {
    expect200(await create({ url: 'http://127.0.0.1:9999/hook' }));
    assertRefused(await create({ url: 'http://192.168.1.1/hook' }), 400, 'validation_failed');
  });

  it('is changed only from its newest reading, when the reading is named', async () => {
    const { id } = expect200(await create());
    const { headers } = await client.get(`/webhooks/endpoints/${id}`);
    const match = { 'if-match': headers['etag'] ?? '' };
    const changed = await client.patch(
      `/webhooks/endpoints/${id}`,
      { events: ['shift.signup', 'shift.signup'] },
      match,
    );
    assert.deepEqual(expect200(changed).events, ['shift.signup']);
    assertRefused(
      await client.patch(`/webhooks/endpoints/${id}`, { name: 'Late' }, match),
      412,
      'precondition_failed',
    );
    assertRefused(
      await client.patch(`/webhooks/endpoints/${id}`, { url: 'https://10.1/' }, {}),
      400,
      'validation_failed',
    );
  });

  it('gets a new secret by rotation, shown once', async () => {
    const made = expect200(await create());
    const rotated = expect200(await client.post(`/webhooks/endpoints/${made.id}/rotate-secret`));
    assert.match(rotated.secret, /^whsec_/);
    assert.notEqual(rotated.secret, made.secret);
    const read = expect200(await client.get(`/webhooks/endpoints/${made.id}`));
    assert.equal(read.previous_secret_until, rotated.previous_secret_until);
    assert.equal(JSON.stringify(read).includes('whsec_'), false);
  });

  it('is gone after deletion, and its audit row says who did it', async () => {
    const { id } = expect200(await create());
    assert.equal((await client.del(`/webhooks/endpoints/${id}`)).status, 204);
    assertRefused(await client.get(`/webhooks/endpoints/${id}`), 404, 'not_found');
    assertRefused(await client.del(`/webhooks/endpoints/${id}`), 404, 'not_found');
    const { items } = expect200(await client.get(`/audit?object_type=webhook_endpoint&object_id=${id}`));
    assert.deepEqual(
      items.map(({ action, actor_id }: { action: string; actor_id: number }) => [action, actor_id]),
      [
        ['webhook_endpoint.deleted', owner.id],
        ['webhook_endpoint.created', owner.id],
      ],
    );
  });

  it('is activated and deactivated as often as one likes', async () => {
    const { id } = expect200(await create());
    for (const [move, status, reason] of [
      ['deactivate', 'inactive', 'manual'],
      ['deactivate', 'inactive', 'manual'],
      ['activate', 'active', null],
    ] as const) {
      const { endpoint } = expect200(await client.post(`/webhooks/endpoints/${id}/${move}`));
      assert.deepEqual([endpoint.status, endpoint.inactive_reason], [status, reason]);
    }
  });

  it('is made once under an Idempotency-Key, with the same secret', async () => {
    const key = { 'idempotency-key': 'endpoint-1' };
    const body = { name: 'Once', url: target, events: ['shift.checkin'] };
    const [first, second] = [
      expect200(await client.post('/webhooks/endpoints', body, key)),
      expect200(await client.post('/webhooks/endpoints', body, key)),
    ];
    assert.deepEqual(first, second);
  });

  it('belongs to one organization and is unknown to all others', async () => {
    const { id } = expect200(await create());
    const stranger = await muster.person();
    await muster.organization(stranger);
    const other = muster.as(stranger.token);
    for (const answer of [
      await other.get(`/webhooks/endpoints/${id}`),
      await other.patch(`/webhooks/endpoints/${id}`, { name: 'Mine' }),
      await other.post(`/webhooks/endpoints/${id}/rotate-secret`),
      await other.post(`/webhooks/endpoints/${id}/test`),
      await other.del(`/webhooks/endpoints/${id}`),
    ])
      assertRefused(answer, 404, 'not_found');
    assert.deepEqual(expect200(await other.get('/webhooks/endpoints')).items, []);
  });
});

describe('fifty endpoints', () => {
  it('are as many as an organization can have, whatever is sent at once', async () => {
    const person = await muster.person();
    await muster.organization(person);
    const own = muster.as(person.token);
    const body = { name: 'N', url: target, events: ['shift.checkin'] };
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => own.post('/webhooks/endpoints', body)),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 50);
    for (const answer of answers.filter(({ status }) => status !== 200))
      assertRefused(answer, 409, 'conflict');
    const page = expect200(await own.get('/webhooks/endpoints?limit=30'));
    const rest = expect200(await own.get(`/webhooks/endpoints?limit=30&cursor=${page.next_cursor}`));
    assert.deepEqual([page.items.length, rest.items.length, rest.next_cursor], [30, 20, null]);
  });
});
