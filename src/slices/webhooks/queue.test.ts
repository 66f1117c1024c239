import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { slices } from '#app/slices.ts';
import { inTransaction } from '#platform/db/index.ts';
import { assertRefused, expect200 } from '#test/people.ts';
import { until } from '#test/until.ts';
import { hookWorld } from '#test/webhooks.ts';
import { tidyHistory } from './commands/tidy-history.ts';
import { matchEvents } from './rules/match.ts';
import { insertDeliveries, selectSubscribers } from './sql/fan-out.ts';
import { claimDue } from './sql/queue.ts';
import { writeResults } from './sql/results.ts';
import { countRemaining } from './sql/statistics.ts';
import { Dispatcher } from './steps/dispatch.ts';

const world = await hookWorld();
const { muster, client, receiver, hook, happen, process: processNow, status, organization } = world;
const { platform, database } = muster;
const capacity = { total: 100, each: 100, endpointIds: [], capacities: [] };
const deactivate = async () => {};
const result = { status: 'succeeded', nextAttemptAt: null, responseStatus: 204, durationMs: 1 } as const;
const said = { ...result, responseBody: null, errorCode: null, error: null };

describe('several processes', () => {
  it('deliver each event exactly once between them', async () => {
    await hook('/shared', ['shift.signup']);
    const others = await Promise.all([1, 2, 3].map(() => muster.second()));
    const workers = await Promise.all([
      world.work(),
      ...others.map(async (other) => {
        const dispatcher = new Dispatcher(other.platform, { deactivate, pollMs: 20 });
        dispatcher.start();
        return dispatcher;
      }),
    ]);
    try {
      for (let round = 0; round < 10; round += 1) await happen(100, 'shift.signup');
      await until(() => receiver.at('/shared').length >= 1_000);
      await until(async () => (await status('event=shift.signup&status=delivering')).length === 0);
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()));
    }
    const ids = receiver.at('/shared').map(({ headers }) => headers['webhook-id']);
    assert.deepEqual([ids.length, new Set(ids).size], [1_000, 1_000]);
  });
});

describe('a lease', () => {
  const claim = (seconds: number) => ({
    token: Math.floor(Math.random() * 1e12),
    until: platform.clock().add({ seconds }),
  });
  it('gives what a dead process held to another, and the dead one nothing to say any more', async () => {
    await hook('/orphaned', ['shift.checkout']);
    await happen(1, 'shift.checkout');
    await inTransaction(database, {}, async () => {});
    await processNow({ events: [] });
    receiver.received.length = 0;
    const [attempt] = await status('event=shift.checkout');
    expect200(await client.post(`/webhooks/deliveries/${attempt?.id}/replay`));
    const dead = claim(25);
    const [held] = await inTransaction(database, {}, (tx) => claimDue(tx, platform.clock(), capacity, dead));
    assert.ok(held);
    assert.equal((await status('event=shift.checkout'))[0]?.status, 'delivering');
    await processNow();
    assert.deepEqual(receiver.at('/orphaned'), [], 'it belongs to its holder');
    muster.setAhead({ seconds: 26 });
    await processNow();
    assert.equal(receiver.at('/orphaned').length, 1);
    const late = { ...said, attemptId: held.attempt_id, token: dead.token, status: 'given_up' } as const;
    const counted = await inTransaction(database, {}, (tx) => writeResults(tx, [late], platform.clock()));
    muster.setAhead({ seconds: 0 });
    assert.equal(counted.size, 0);
    assert.equal((await status('event=shift.checkout'))[0]?.status, 'succeeded');
  });

  it('is worth nothing once someone else has taken the row', async () => {
    await hook('/fenced', ['shift.no_show']);
    await happen(1, 'shift.no_show');
    const { relayUntil } = await import('#app/background.ts');
    await relayUntil(slices, platform, Infinity);
    const [first, second] = [claim(-1), claim(25)];
    const take = (given: typeof first) =>
      inTransaction(database, {}, (tx) => claimDue(tx, platform.clock(), capacity, given));
    const [one] = await take(first);
    const [two] = await take(second);
    assert.ok(one && two && one.attempt_id === two.attempt_id);
    const write = (token: number) =>
      inTransaction(database, {}, (tx) =>
        writeResults(tx, [{ ...said, attemptId: one.attempt_id, token }], platform.clock()),
      );
    assert.equal((await write(first.token)).size, 0);
    assert.equal((await write(second.token)).size, 1);
    assert.equal((await write(second.token)).size, 0);
  });
});

describe('claims', () => {
  it('take from every endpoint, however long the backlog of one is', async () => {
    const long = await hook('/long', ['form.submitted']);
    const short = await hook('/short', ['form.submitted', 'member.joined']);
    await happen(300, 'form.submitted');
    const { relayUntil } = await import('#app/background.ts');
    await relayUntil(slices, platform, Infinity);
    const claim = { token: 1, until: platform.clock().add({ seconds: 5 }) };
    const small = { total: 10, each: 10, endpointIds: [], capacities: [] };
    const rows = await inTransaction(database, {}, (tx) => claimDue(tx, platform.clock(), small, claim));
    const counts = [long.id, short.id].map((id) => rows.filter((row) => row.endpoint_id === id).length);
    assert.deepEqual(counts, [5, 5]);
    for (const { id } of [long, short]) await client.del(`/webhooks/endpoints/${id}`);
    await sql`delete from webhook_queue`.execute(database.db);
  });
});

describe('POST /webhooks/process', () => {
  const event = (fields: object = {}) => ({
    type: 'badge.awarded',
    organization_id: organization,
    data: { badge_id: 1 },
    ...fields,
  });

  it('takes events in, delivers them and says how it went', async () => {
    await hook('/incoming', ['badge.awarded']);
    const answer = await processNow({ events: [event(), event({ data: { badge_id: 2 } })] });
    assert.deepEqual(answer, {
      success: true,
      accepted: 2,
      processed: 2,
      delivered: 2,
      failed: 0,
      remaining: 0,
    });
    assert.deepEqual(
      receiver
        .at('/incoming')
        .map(({ body }) => JSON.parse(body).data.badge_id)
        .sort(),
      [1, 2],
    );
  });

  it('takes in events whose fields are no ids of ours, however long', async () => {
    // PostgreSQL compresses what it stores, so that a text of one letter would fit into an index.
    const long = randomBytes(8_192).toString('base64');
    const answer = await processNow({ events: [event({ data: { user_id: long, reason: long } })] });
    assert.equal(answer.accepted, 1);
  });

  it('counts what a worker has sent of them in the meantime', async () => {
    const worker = await world.work();
    try {
      const { accepted, delivered } = await processNow({ events: [event(), event(), event()] });
      assert.deepEqual([accepted, delivered], [3, 3]);
    } finally {
      await worker.stop();
    }
  });

  it('tells an admin about the deliveries of their own organizations only', async () => {
    const neighbor = await muster.person('Neighbor');
    await muster.organization(neighbor, 'Next Door');
    await hook('/theirs', ['hours.aggregated']);
    await happen(1, 'hours.aggregated');
    const answer = expect200(await muster.as(neighbor.token).post('/webhooks/process'));
    assert.deepEqual([answer.processed, answer.delivered, answer.failed, answer.remaining], [0, 0, 0, 0]);
    assert.equal(receiver.at('/theirs').length, 1);
  });

  it('looks at the first 10,000 of a long queue', async () => {
    const { id } = await hook('/slow', ['badge.awarded']);
    await sql`insert into webhook_queue (attempt_id, endpoint_id, event_id, event_at, try, due_at)
      select -place, ${id}, 'evt_slow', now(), 1, now() from generate_series(1, 10100) as place`.execute(
      database.db,
    );
    for (const scope of ['all', [organization]] as const) {
      const { due } = await countRemaining(database.db, platform.clock().add({ hours: 1 }), scope);
      assert.equal(due, 10_000);
    }
    await sql`delete from webhook_queue where attempt_id < 0`.execute(database.db);
  });

  it('takes events in once under an Idempotency-Key, and answers the same', async () => {
    const before = receiver.at('/incoming').length;
    const send = () => client.post('/webhooks/process', { events: [event()] }, { 'idempotency-key': 'in-1' });
    assert.deepEqual(expect200(await send()), expect200(await send()));
    assert.equal(receiver.at('/incoming').length, before + 1);
  });

  it('takes in nothing under an Idempotency-Key that belongs to another request', async () => {
    const send = (data: object) =>
      client.post('/webhooks/process', { events: [event({ data })] }, { 'idempotency-key': 'in-2' });
    expect200(await send({ shift_id: 1 }));
    const before = receiver.at('/incoming').length;
    assertRefused(await send({ shift_id: 2 }), 422, 'idempotency_mismatch');
    await processNow();
    assert.equal(receiver.at('/incoming').length, before);
  });

  it('is safe from several places at once', async () => {
    await hook('/crowd', ['shift.created']);
    await happen(50, 'shift.created');
    const rounds = await Promise.all([1, 2, 3, 4].map(() => processNow()));
    assert.equal(
      rounds.reduce((sum, { delivered }) => sum + delivered, 0),
      50,
    );
    assert.equal(receiver.at('/crowd').length, 50);
  });

  it('refuses unknown types, foreign organizations, and too much', async () => {
    const unknown = await client.post('/webhooks/process', { events: [event(), event({ type: 'x.y' })] });
    assertRefused(unknown, 400, 'validation_failed');
    assert.equal(unknown.body.errors[0].path, 'events.1.type');
    const elsewhere = event({ organization_id: organization + 999 });
    assertRefused(await client.post('/webhooks/process', { events: [elsewhere] }), 404, 'not_found');
    const large = event({ data: { text: 'x'.repeat(257 * 1_024) } });
    assertRefused(await client.post('/webhooks/process', { events: [large] }), 400, 'validation_failed');
    const many = Array.from({ length: 101 }, () => event());
    assertRefused(await client.post('/webhooks/process', { events: many }), 400, 'validation_failed');
  });
});

describe('the history', () => {
  it('is filtered and paged, the newest first', async () => {
    const all = await status();
    const ids: number[] = [];
    for (let cursor = ''; ; ) {
      const page = expect200(await client.get(`/webhooks/status?limit=50${cursor}`));
      ids.push(...page.items.map(({ id }: { id: number }) => id));
      if (page.next_cursor === null || ids.length >= 200) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    assert.deepEqual(
      ids,
      all.map(({ id }) => id),
    );
    assert.deepEqual(
      ids,
      [...ids].sort((one, other) => other - one),
    );
    const [newest] = all;
    const same = await status(`envelope_id=${newest?.envelope_id}`);
    assert.deepEqual(
      same.map(({ envelope_id }) => envelope_id),
      [newest?.envelope_id],
    );
    assert.deepEqual(await status('from=2030-01-01T00:00:00Z'), []);
    assert.deepEqual(await status('to=2020-01-01T00:00:00Z'), []);
    for (const one of await status('event=badge.awarded')) assert.equal(one.event, 'badge.awarded');
    assertRefused(await client.get('/webhooks/status?status=odd'), 400, 'validation_failed');
  });

  it('shows a delivery that no one has tried yet', async () => {
    await hook('/untried', ['hours.aggregated']);
    await happen(1, 'hours.aggregated');
    const { relayUntil } = await import('#app/background.ts');
    await relayUntil(slices, platform, Infinity);
    const [waiting] = await status('event=hours.aggregated&status=pending');
    assert.deepEqual([waiting?.attempt, waiting?.response_status], [1, null]);
    assert.ok(waiting?.next_attempt_at);
    await processNow();
  });

  it('has space for the result of every attempt in the page where it begins', async () => {
    const count = 300;
    await hook('/many', ['badge.awarded']);
    const now = platform.clock();
    const held = { token: 7, until: now.add({ seconds: 60 }) };
    const events = Array.from({ length: count }, (_, index) => ({
      id: `evt_space_${index}`,
      createdAt: now.toString(),
      organizationId: organization,
      type: 'badge.awarded',
      data: {},
    }));
    const messages = events.map(({ id, createdAt, organizationId, type }) => ({
      eventId: id,
      eventAt: createdAt,
      organizationId,
      type,
      body: '{}',
    }));
    const pages = async () =>
      (
        await sql<{ page: number }>`
          select (ctid::text::point)[0]::int as page from webhook_attempts where event_id like 'evt_space_%' order by id
        `.execute(database.db)
      ).rows;
    const taken = await inTransaction(database, {}, async (tx) => {
      const matches = matchEvents(events, await selectSubscribers(tx, [organization]), {
        ...capacity,
        total: count,
        each: count,
      });
      return await insertDeliveries(tx, messages, matches, now, held, false);
    });
    const before = await pages();
    const results = taken.map(({ attempt_id }) => ({ ...said, attemptId: attempt_id, token: held.token }));
    const counted = await inTransaction(database, {}, (tx) => writeResults(tx, results, now));
    assert.equal(counted.size, count);
    assert.deepEqual(await pages(), before);
  });

  it('is dropped by whole weeks after 90 days, and made weeks ahead', async () => {
    const weeks = async () =>
      (
        await sql<{ name: string }>`
          select relname as name from pg_class where relnamespace = 'webhook_history'::regnamespace and relkind = 'r'
            and relname ~ '_[0-9]{8}$' order by relname
        `.execute(database.db)
      ).rows.map(({ name }) => name);
    const before = await weeks();
    assert.equal(before.length, 10);
    const kept = await status();
    await tidyHistory(platform, platform.clock().add({ hours: 24 * 7 }));
    assert.equal((await weeks()).length, 12);
    assert.equal((await status()).length, kept.length);
    await tidyHistory(platform, platform.clock().add({ hours: 24 * 98 }));
    const after = await weeks();
    assert.equal(after.includes(before[0] ?? ''), false);
    assert.deepEqual(await status(), []);
  });

  it('takes in an event of a week that has no partition, and moves it there later', async () => {
    muster.setAhead({ hours: 24 * 400 });
    await hook('/far', ['shift.updated']);
    await happen(1, 'shift.updated');
    await processNow();
    await tidyHistory(platform, platform.clock());
    const [one] = await status('event=shift.updated');
    muster.setAhead({ seconds: 0 });
    assert.equal(one?.status, 'succeeded');
    const { rows } = await sql`select 1 from webhook_history.attempts_other`.execute(database.db);
    assert.deepEqual(rows, []);
  });
});

describe('the program', () => {
  it('has logged no error over all this', () => assert.deepEqual(muster.errors, []));
});
