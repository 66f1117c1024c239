import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { slices } from '#app/slices.ts';
import { inTransaction } from '#platform/db/index.ts';
import { assertRefused, expect200 } from '#test/people.ts';
import { until } from '#test/until.ts';
import { hookWorld } from '#test/webhooks.ts';
import { claimDue } from './sql/queue.ts';

/** What paths answer at the moment; 204 unless said otherwise. */
const answers = new Map<string, number>();
const world = await hookWorld((request, response) => {
  const headers = request.path === '/later' ? { 'retry-after': '90' } : {};
  response.writeHead(answers.get(request.path) ?? 204, headers).end('said so');
});
const { muster, client, receiver, hook, happen, process: processNow, status, organization, owner } = world;
const endpoint = async (id: number) => expect200(await client.get(`/webhooks/endpoints/${id}`));
const statistics = async (id: number) => expect200(await client.get(`/webhooks/endpoints/${id}/statistics`));

describe('a replay', () => {
  it('sends the same id and bytes again and leaves an audit row', async () => {
    const { id } = await hook('/replayed');
    await happen();
    await processNow();
    const [first] = await status(`endpoint_id=${id}`);
    assert.ok(first);
    const { delivery } = expect200(await client.post(`/webhooks/deliveries/${first.id}/replay`));
    assert.deepEqual(
      [delivery.status, delivery.cause, delivery.attempt, delivery.delivery_id],
      ['pending', 'replay', 2, first.delivery_id],
    );
    assertRefused(await client.post(`/webhooks/deliveries/${first.id}/replay`), 409, 'replay_in_progress');
    await processNow();
    const [one, two] = receiver.at('/replayed');
    assert.ok(one && two);
    assert.equal(one.body, two.body);
    assert.equal(one.headers['webhook-id'], two.headers['webhook-id']);
    const whole = expect200(await client.get(`/webhooks/deliveries/${delivery.id}`));
    assert.equal(whole.body, one.body);
    assert.deepEqual(
      whole.attempts.map((attempt: { status: string }) => attempt.status),
      ['succeeded', 'succeeded'],
    );
    const audit = expect200(
      await client.get(`/audit?object_type=webhook_delivery&object_id=${first.delivery_id}`),
    );
    assert.deepEqual(audit.items[0].after.attempt_id, delivery.id);
  });

  it('is refused to an endpoint that is not active, or gone', async () => {
    const { id } = await hook('/inactive');
    await happen();
    await processNow();
    const [attempt] = await status(`endpoint_id=${id}`);
    await client.post(`/webhooks/endpoints/${id}/deactivate`);
    assertRefused(await client.post(`/webhooks/deliveries/${attempt?.id}/replay`), 409, 'endpoint_inactive');
    await client.del(`/webhooks/endpoints/${id}`);
    assertRefused(await client.post(`/webhooks/deliveries/${attempt?.id}/replay`), 409, 'endpoint_inactive');
  });

  it('brings a try forward that would come hours later', async () => {
    answers.set('/later', 503);
    const { id } = await hook('/later', ['shift.updated']);
    await happen(1, 'shift.updated');
    await processNow();
    const [waiting, tried] = await status(`endpoint_id=${id}`);
    const next = Temporal.Instant.from(waiting?.next_attempt_at ?? '');
    const [earliest, latest] = [Temporal.Instant.from(tried?.created_at ?? ''), muster.platform.clock()];
    assert.ok(Temporal.Instant.compare(next, earliest.add({ seconds: 90 })) >= 0, `${next}`);
    assert.ok(Temporal.Instant.compare(next, latest.add({ seconds: 101 })) <= 0, `${next}`);
    answers.delete('/later');
    expect200(await client.post(`/webhooks/deliveries/${tried?.id}/replay`));
    assert.equal((await processNow()).delivered, 1);
    assert.deepEqual(
      (await status(`endpoint_id=${id}`)).map((one) => [one.attempt, one.status, one.cause]),
      [
        [2, 'succeeded', 'replay'],
        [1, 'failed', 'event'],
      ],
    );
  });

  it('is unknown to strangers, and so are the delivery and its history', async () => {
    const [attempt] = await status();
    const stranger = await muster.person();
    await muster.organization(stranger);
    const other = muster.as(stranger.token);
    assertRefused(await other.post(`/webhooks/deliveries/${attempt?.id}/replay`), 404, 'not_found');
    assertRefused(await other.get(`/webhooks/deliveries/${attempt?.id}`), 404, 'not_found');
    assert.deepEqual(expect200(await other.get('/webhooks/status')).items, []);
    assertRefused(await other.get(`/webhooks/status?organization_id=${organization}`), 404, 'not_found');
    assertRefused(await client.post('/webhooks/deliveries/999999999/replay'), 404, 'not_found');
  });

  it('happens once, of many asked for at the same time', async () => {
    const { id } = await hook('/stampede', ['form.submitted']);
    await happen(1, 'form.submitted');
    await processNow();
    const [attempt] = await status(`endpoint_id=${id}`);
    const replays = await Promise.all(
      Array.from({ length: 8 }, () => client.post(`/webhooks/deliveries/${attempt?.id}/replay`)),
    );
    assert.deepEqual(replays.map(({ status: code }) => code).sort(), [200, ...Array(7).fill(409)]);
    await processNow();
    assert.equal(receiver.at('/stampede').length, 2);
  });
});

describe('a test event', () => {
  it('goes to its endpoint alone, whatever others have subscribed to', async () => {
    const { id } = await hook('/tried', ['shift.no_show']);
    await hook('/bystander', ['webhook.test']);
    const { delivery } = expect200(await client.post(`/webhooks/endpoints/${id}/test`));
    assert.equal(delivery.event, 'webhook.test');
    assert.equal((await processNow()).delivered, 1);
    assert.equal(JSON.parse(receiver.at('/tried')[0]?.body ?? '').type, 'webhook.test');
    assert.deepEqual(receiver.at('/bystander'), []);
    await client.post(`/webhooks/endpoints/${id}/deactivate`);
    assertRefused(await client.post(`/webhooks/endpoints/${id}/test`), 409, 'endpoint_inactive');
  });
});

describe('a recovery', () => {
  const recover = async (id: number, since: string) =>
    await client.post(`/webhooks/endpoints/${id}/recover`, { since });
  const anHourAgo = () => muster.platform.clock().subtract({ hours: 1 }).toString();

  it('queues what failed, what was cancelled and what was missed, each once', async () => {
    const { id } = await hook('/recovered', ['shift.cancelled']);
    answers.set('/recovered', 500);
    await happen(2, 'shift.cancelled');
    await processNow();
    await client.post(`/webhooks/endpoints/${id}/deactivate`);
    await happen(3, 'shift.cancelled');
    await processNow();
    assertRefused(await recover(id, anHourAgo()), 409, 'endpoint_inactive');
    answers.delete('/recovered');
    await client.post(`/webhooks/endpoints/${id}/activate`);
    const before = receiver.at('/recovered').length;
    const answer = expect200(await recover(id, anHourAgo()));
    assert.deepEqual([answer.queued, answer.continues], [5, false]);
    assert.equal(expect200(await recover(id, anHourAgo())).queued, 0);
    await processNow();
    const sent = receiver.at('/recovered').slice(before);
    assert.equal(new Set(sent.map(({ headers }) => headers['webhook-id'])).size, 5);
    assert.equal(sent.length, 5);
    assert.equal(expect200(await recover(id, anHourAgo())).queued, 0);
  });

  it('does not reach beyond what is kept, nor into the future', async () => {
    const { id } = await hook('/too-far');
    for (const hours of [-1, 24 * 91]) {
      const since = muster.platform.clock().subtract({ hours }).toString();
      assertRefused(await recover(id, since), 400, 'validation_failed');
    }
  });
});

describe('an endpoint that fails', () => {
  /** What a worker would send now. */
  const claimed = async () => {
    const capacity = { total: 100, each: 100, endpointIds: [], capacities: [] };
    const claim = { token: 1, until: muster.platform.clock() };
    return await inTransaction(muster.database, {}, (tx) =>
      claimDue(tx, muster.platform.clock(), capacity, claim),
    );
  };
  /** Failing so that it pauses, with nothing on its way and deliveries that are due. */
  const paused = async (path: string, event: string) => {
    const { id } = await hook(path, [event]);
    answers.set(path, 500);
    await happen(5, event);
    await processNow();
    answers.delete(path);
    const ids = await happen(3, event);
    const { relayUntil } = await import('#app/background.ts');
    await relayUntil(slices, muster.platform, Infinity);
    assert.ok((await statistics(id)).paused_until);
    assert.deepEqual(
      (await claimed()).filter((row) => row.endpoint_id === id),
      [],
      'it pauses',
    );
    return { id, ids };
  };
  const sentTo = (path: string) => receiver.at(path).map(({ headers }) => headers['webhook-id']);

  it('gets what is due when someone asks for it, and what waits for its next try does not', async () => {
    const { id, ids } = await paused('/urgent', 'journey.enrolled');
    const answer = await processNow();
    assert.deepEqual([answer.delivered, answer.failed, answer.remaining], [3, 0, 0]);
    assert.deepEqual(new Set(sentTo('/urgent').slice(5)), new Set(ids));
    const { paused_until, waiting } = await statistics(id);
    assert.deepEqual([paused_until, waiting], [null, 5]);
  });

  it('gets one at a time, as long as they fail', async () => {
    const { id } = await paused('/urgent-failing', 'journey.completed');
    answers.set('/urgent-failing', 500);
    const both = await Promise.all([processNow(), processNow()]);
    assert.equal(
      both.reduce((sum, { failed }) => sum + failed, 0),
      3,
    );
    assert.equal(sentTo('/urgent-failing').length, 8);
    assert.ok((await statistics(id)).paused_until);
    await client.del(`/webhooks/endpoints/${id}`);
  });

  it('still pauses while another organization has its deliveries processed', async () => {
    const { id } = await paused('/others', 'journey.step_completed');
    const stranger = await muster.person();
    const other = await muster.organization(stranger);
    const key = muster.as(await muster.apiKey(stranger, other, ['jobs']));
    expect200(await key.post('/webhooks/process'));
    assert.equal(sentTo('/others').length, 5);
    await client.del(`/webhooks/endpoints/${id}`);
  });

  it('gets a replay, a test or a recovery without the pause, before what is older', async () => {
    const { id, ids } = await paused('/asked', 'hours.aggregated');
    const newest = (await status(`endpoint_id=${id}&envelope_id=${ids[2]}`))[0];
    answers.set('/asked', 500);
    const next = async () => (await claimed()).find((row) => row.endpoint_id === id)?.event_id;
    const pauseAgain = () =>
      sql`update webhook_endpoints set probe_at = now() + interval '5 minutes' where id = ${id}`.execute(
        muster.database.db,
      );
    expect200(await client.post(`/webhooks/deliveries/${newest?.id}/replay`));
    assert.equal(await next(), ids[2]);
    await pauseAgain();
    const { delivery } = expect200(await client.post(`/webhooks/endpoints/${id}/test`));
    assert.equal(await next(), delivery.envelope_id);
    await pauseAgain();
    assert.equal(await next(), undefined);
    const since = muster.platform.clock().subtract({ hours: 1 }).toString();
    expect200(await client.post(`/webhooks/endpoints/${id}/recover`, { since }));
    assert.ok(await next());
    await client.del(`/webhooks/endpoints/${id}`);
  });

  it('is left to one probe at a time, and takes all that waited once it has recovered', async () => {
    const { id } = await hook('/breaker', ['shift.signup']);
    // Several times as many as are sent at once: those that are on their way when the first failure is written down are tried.
    const events = 150;
    answers.set('/breaker', 500);
    const worker = await world.work();
    try {
      await happen(events, 'shift.signup');
      await until(async () => {
        const { paused_until, delivering } = await statistics(id);
        return paused_until !== null && delivering === 0;
      });
      const tried = receiver.at('/breaker').length;
      assert.ok(tried >= 5 && tried < events, `${tried} were tried before the breaker opened`);
      muster.setAhead({ seconds: 10 });
      await until(async () => {
        const { delivering } = await statistics(id);
        return receiver.at('/breaker').length > tried && delivering === 0;
      });
      assert.equal(receiver.at('/breaker').length, tried + 1, 'one probe');
      answers.delete('/breaker');
      muster.setAhead({ minutes: 10 });
      await until(async () => {
        const { waiting, delivering } = await statistics(id);
        return waiting === 0 && delivering === 0;
      });
    } finally {
      await worker.stop();
    }
    muster.setAhead({ seconds: 0 });
    const delivered = await status(`endpoint_id=${id}&status=succeeded`);
    assert.equal(new Set(delivered.map((one) => one.envelope_id)).size, events);
    const { paused_until, consecutive_failures, succeeded, waiting } = await statistics(id);
    assert.deepEqual([paused_until, consecutive_failures, succeeded, waiting], [null, 0, events, 0]);
  });

  it('is deactivated at once when it says that it is gone, and its admins get an email', async () => {
    const { id } = await hook('/gone', ['shift.waitlisted']);
    answers.set('/gone', 410);
    await happen(1, 'shift.waitlisted');
    await processNow();
    const { status: state, inactive_reason: reason } = await endpoint(id);
    assert.deepEqual([state, reason], ['inactive', 'gone']);
    const mail = (await muster.deliverMail()).find(
      ({ to, subject }) => to === owner.email && subject.includes('/gone'),
    );
    assert.match(mail?.text ?? '', /410/);
  });

  it('outlives the admin who created it, and its notice goes to the admins of today', async () => {
    const [former, present] = [
      await muster.member(organization, 'admin'),
      await muster.member(organization, 'admin'),
    ];
    const { id } = expect200(
      await muster.as(former.token).post('/webhooks/endpoints', {
        name: 'Inherited',
        url: `${receiver.url}/inherited`,
        events: ['shift.waitlist_offered'],
      }),
    );
    const removed = await muster.as(owner.token).del(`/organizations/${organization}/members/${former.id}`);
    assert.equal(removed.status, 204);
    await happen(1, 'shift.waitlist_offered');
    await processNow();
    assert.equal(receiver.at('/inherited').length, 1);
    answers.set('/inherited', 410);
    await happen(1, 'shift.waitlist_offered');
    await processNow();
    assert.equal((await endpoint(id)).inactive_reason, 'gone');
    const mails = (await muster.deliverMail()).filter(({ subject }) => subject.includes('Inherited'));
    const reached = mails.map(({ to }) => to);
    assert.ok(reached.includes(owner.email) && reached.includes(present.email));
    assert.ok(!reached.includes(former.email));
  });

  it('is deactivated after five days, and its admins get an email in their language', async () => {
    const { id } = await hook('/dead', ['shift.created']);
    const german = await muster.member(organization, 'admin');
    await sql`update users set language = 'de' where id = ${german.id}`.execute(muster.database.db);
    answers.set('/dead', 500);
    await happen(10, 'shift.created');
    await processNow();
    for (const hours of [24, 48, 72, 96, 119]) {
      muster.setAhead({ hours });
      await processNow();
    }
    assert.equal((await endpoint(id)).status, 'active');
    muster.setAhead({ hours: 121 });
    await processNow();
    muster.setAhead({ seconds: 0 });
    const { status: state, inactive_reason: reason } = await endpoint(id);
    assert.deepEqual([state, reason], ['inactive', 'failing']);
    assert.deepEqual(await status(`endpoint_id=${id}&status=pending`), []);
    const mails = (await muster.deliverMail()).filter(({ subject }) => subject.includes('/dead'));
    const textFor = (email: string) => mails.find(({ to }) => to === email)?.text ?? '';
    assert.match(textFor(owner.email), /five days/);
    assert.match(textFor(german.email), /fünf Tage/);
  });
});

describe('the program', () => {
  it('has logged no error over all this', () => assert.deepEqual(muster.errors, []));
});
