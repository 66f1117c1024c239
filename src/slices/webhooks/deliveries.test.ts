import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { refuse } from '#kernel/refusal.ts';
import { inTransaction } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import { expect200 } from '#test/people.ts';
import { type Received, until } from '#test/receiver.ts';
import { hookWorld } from '#test/webhooks.ts';
import { retryDelaysMs } from './rules/retries.ts';

const world = await hookWorld((request, response) => {
  if (request.path === '/hangs') return;
  if (request.path === '/resets') return void response.socket?.destroy();
  if (request.path === '/redirects')
    return void response.writeHead(307, { location: `${world.receiver.url}/caught` }).end();
  if (request.path === '/talks') return void response.end(`${'ä'.repeat(600)}\0`);
  if (request.path.startsWith('/fails'))
    return void response.writeHead(500, { 'content-type': 'text/html' }).end('<script>alert(1)</script>\0');
  response.writeHead(204).end();
});
const { muster, client, receiver, hook, happen, process: processNow, status, organization } = world;

const headersOf = ({ headers }: Received) => headers as Record<string, string>;
const hex = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex');

describe('a delivery', () => {
  it('is a signed envelope that the libraries of others accept', async () => {
    const { secret } = await hook('/signed');
    const [id] = await happen(1, 'shift.checkin', { note: 'Füße & "quotes" \u2028', shift_id: 7 });
    await processNow();
    const [got, ...others] = receiver.at('/signed');
    assert.ok(got);
    assert.deepEqual(others, []);
    assert.equal(got.headers['content-type'], 'application/json');
    assert.match(got.headers['user-agent'] ?? '', /^Muster/);
    const envelope = JSON.parse(got.body);
    assert.deepEqual(Object.keys(envelope), [
      'id',
      'type',
      'created_at',
      'organization_id',
      'api_version',
      'data',
    ]);
    assert.deepEqual(
      [envelope.id, envelope.type, envelope.organization_id, envelope.api_version, envelope.data],
      [id, 'shift.checkin', organization, 'v1', { note: 'Füße & "quotes" \u2028', shift_id: 7 }],
    );
    assert.match(envelope.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(got.headers['x-service-signature'], hex(secret, got.body));
    assert.equal(got.headers['webhook-id'], id);
    assert.deepEqual(new StandardWebhook(secret).verify(got.body, headersOf(got)), envelope);
    new SvixWebhook(secret).verify(got.body, headersOf(got));
    assert.throws(() => new SvixWebhook(secret).verify(`${got.body} `, headersOf(got)));
  });

  it('is signed with both secrets for a day after a rotation, and then with the new one alone', async () => {
    const { id, secret: before } = await hook('/rotated');
    const { secret: now } = expect200(await client.post(`/webhooks/endpoints/${id}/rotate-secret`));
    await happen();
    await processNow();
    const [both] = receiver.at('/rotated');
    assert.ok(both);
    assert.equal(both.headers['x-service-signature'], hex(now, both.body));
    assert.equal(both.headers['x-service-signature-previous'], hex(before, both.body));
    for (const secret of [now, before]) new StandardWebhook(secret).verify(both.body, headersOf(both));
    muster.setAhead({ hours: 25 });
    await happen();
    await processNow();
    muster.setAhead({ seconds: 0 });
    const after = receiver.at('/rotated')[1];
    assert.ok(after);
    assert.equal(after.headers['x-service-signature-previous'], undefined);
    assert.equal(after.headers['webhook-signature']?.toString().split(' ').length, 1);
    assert.equal(after.headers['x-service-signature'], hex(now, after.body));
  });

  it('goes to those who have subscribed, in the organization where it happened, once', async () => {
    await hook('/both', ['shift.checkout', 'shift.no_show']);
    await hook('/one', ['shift.no_show']);
    const stranger = await muster.person();
    await muster.organization(stranger);
    const body = { name: 'Else', url: `${receiver.url}/elsewhere`, events: ['shift.no_show'] };
    expect200(await muster.as(stranger.token).post('/webhooks/endpoints', body));
    await happen(3, 'shift.no_show');
    await happen(2, 'shift.checkout');
    await processNow();
    assert.deepEqual(
      ['/both', '/one', '/elsewhere'].map((path) => receiver.at(path).length),
      [5, 3, 0],
    );
    const ids = receiver.at('/both').map(({ headers }) => headers['webhook-id']);
    assert.equal(new Set(ids).size, 5);
  });

  it('is not made for a change that was rolled back', async () => {
    await hook('/rolled-back', ['form.submitted']);
    const event = { type: 'form.submitted', organizationId: organization, data: {} };
    const refused = inTransaction(muster.database, {}, async (tx) => {
      await record(tx, muster.platform.clock(), event);
      throw refuse('conflict');
    });
    await assert.rejects(refused);
    await processNow();
    assert.deepEqual(receiver.at('/rolled-back'), []);
  });

  it('is made by the worker, without being asked to', async () => {
    await hook('/worker', ['member.joined']);
    const worker = await world.work();
    try {
      await happen(1, 'member.joined');
      await until(() => receiver.at('/worker').length === 1);
      await happen(1, 'member.joined');
      await until(async () => (await status('event=member.joined&status=succeeded')).length === 2);
    } finally {
      await worker.stop();
    }
  });
});

describe('what went wrong', () => {
  it('is shown with the answer, as harmless text, and with the time of the next try', async () => {
    const { id } = await hook('/fails', ['shift.updated']);
    const [envelope] = await happen(1, 'shift.updated');
    const { failed } = await processNow();
    assert.equal(failed, 1);
    const [waiting, tried] = await status(`endpoint_id=${id}`);
    assert.ok(waiting && tried);
    assert.deepEqual(
      [tried.status, tried.attempt, tried.response_status, tried.error_code, tried.envelope_id],
      ['failed', 1, 500, 'http_status', envelope],
    );
    assert.match(String(tried.error), /status 500/);
    assert.equal(tried.response_body, '<script>alert(1)</script>�');
    assert.equal(typeof tried.duration_ms, 'number');
    assert.deepEqual(
      [waiting.status, waiting.attempt, waiting.delivery_id],
      ['pending', 2, tried.delivery_id],
    );
    assert.equal(waiting.next_attempt_at, tried.next_attempt_at);
    // Five seconds, and a tenth more or less, after an attempt that lies between its creation and now.
    const next = Temporal.Instant.from(waiting.next_attempt_at ?? '');
    const [earliest, latest] = [Temporal.Instant.from(tried.created_at), muster.platform.clock()];
    assert.ok(Temporal.Instant.compare(next, earliest.add({ milliseconds: 4_500 })) >= 0, `${next}`);
    assert.ok(Temporal.Instant.compare(next, latest.add({ milliseconds: 5_500 })) <= 0, `${next}`);
  });

  it('is tried again with the same id and the same bytes, ten times, and then given up', async () => {
    const { id } = await hook('/fails-for-ever', ['shift.waitlisted']);
    await happen(1, 'shift.waitlisted');
    let seconds = 0;
    for (const delayMs of [...retryDelaysMs, 0]) {
      await processNow();
      seconds += Math.ceil((delayMs / 1_000) * 1.2);
      muster.setAhead({ seconds });
    }
    muster.setAhead({ seconds: 0 });
    const attempts = await status(`endpoint_id=${id}`);
    assert.deepEqual(attempts.map(({ attempt, status: state }) => [attempt, state]).reverse(), [
      ...Array.from({ length: 9 }, (_, index) => [index + 1, 'failed']),
      [10, 'given_up'],
    ]);
    const sent = receiver.at('/fails-for-ever');
    assert.equal(new Set(sent.map(({ body }) => body)).size, 1);
    assert.equal(new Set(sent.map(({ headers }) => headers['webhook-id'])).size, 1);
  });

  it('is a redirect, which is never followed, and a connection that breaks', async () => {
    const [redirects, resets] = [
      await hook('/redirects', ['shift.created']),
      await hook('/resets', ['shift.created']),
    ];
    await happen(1, 'shift.created');
    await processNow();
    const shown = async (id: number) => (await status(`endpoint_id=${id}&status=failed`))[0];
    assert.equal((await shown(redirects.id))?.response_status, 307);
    assert.equal((await shown(resets.id))?.error_code, 'reset');
    assert.deepEqual(receiver.at('/caught'), []);
  });

  it('keeps the first KiB of an answer, whole characters only', async () => {
    const { id } = await hook('/talks', ['shift.cancelled']);
    await happen(1, 'shift.cancelled');
    await processNow();
    const [shown] = await status(`endpoint_id=${id}`);
    assert.equal(shown?.response_body, 'ä'.repeat(512));
  });
});

describe('an endpoint that hangs', () => {
  it('does not delay the others', async () => {
    for (let count = 0; count < 5; count += 1) await hook('/hangs', ['hours.aggregated']);
    await hook('/quick', ['hours.aggregated']);
    const worker = await world.work();
    try {
      await happen(200, 'hours.aggregated');
      await until(() => receiver.at('/quick').length === 200);
      // Of those that hang only a few are tried at once.
      assert.ok(receiver.at('/hangs').length <= 5 * 4);
    } finally {
      await worker.stop();
    }
    const unfinished = await status('event=hours.aggregated&status=delivering');
    assert.deepEqual(unfinished, [], 'what was broken off was given back');
    const { items } = expect200(await client.get('/webhooks/endpoints'));
    for (const { id, url } of items)
      if (url.endsWith('/hangs')) await client.del(`/webhooks/endpoints/${id}`);
  });
});

describe('the program', () => {
  it('has logged no error over all this', () => assert.deepEqual(muster.errors, []));
});
