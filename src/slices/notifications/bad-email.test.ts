import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { processDue } from '#app/background.ts';
import { slices } from '#app/slices.ts';
import { expect200, peopleApp } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { testSmtp } from '#test/smtp.ts';
import { until } from '#test/until.ts';
import { sendDue } from './commands/send-due.ts';
import { mostAttempts } from './rules/retries.ts';
import { selectNoticesOf } from './sql/notices.ts';
import { deliver } from './steps/deliver.ts';

const smtp = await testSmtp();
const muster = await peopleApp({
  SMTP_URL: smtp.url,
  MUSTER_DEMO: 'off',
  MUSTER_PUBLIC_URL: 'https://muster.example.org',
});
const plan = await planning(muster);
const { database, platform } = muster;

/** An email of a kind that nothing can write. */
async function plantUnwritable(userId: number, shiftId: number, attempts: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into notifications (key, kind, user_id, organization_id, shift_id, about_at, created_at)
    values (gen_random_uuid()::text, 'no_such_kind', ${userId}, ${plan.organizationId}, ${shiftId}, now(),
      now() - interval '1 hour')
    returning id
  `.execute(database.db);
  const id = rows[0]?.id ?? 0;
  await sql`update notification_queue set attempts = ${attempts} where id = ${id}`.execute(database.db);
  return id;
}

async function stateOf(id: number): Promise<unknown> {
  const { rows } = await sql`
    select n.status, coalesce(q.outcome, n.outcome) as outcome, q.leased_until
    from notifications n left join notification_queue q on q.id = n.id where n.id = ${id}
  `.execute(database.db);
  return rows[0];
}

/** Sends what is due, and answers what the job for the next run says. */
async function runOnce(failures: number) {
  const context = { now: platform.clock(), attempt: 1, lastAttempt: false, signal: undefined };
  await sendDue(platform, context, failures);
  const { rows } = await sql<{ failures: number; seconds: number }>`
    delete from queued_jobs where task = 'send_notifications'
    returning (payload ->> 'failures')::int as failures, extract(epoch from run_at - now())::int as seconds
  `.execute(database.db);
  return rows[0];
}

describe('an email that cannot be written', () => {
  it('keeps no other email of its batch waiting, is tried again later, and in the end left unsent', async () => {
    const ada = await plan.volunteer();
    const shiftId = await plan.shift();
    const young = await plantUnwritable(ada.id, shiftId, 0);
    const old = await plantUnwritable(ada.id, shiftId, mostAttempts - 1);
    expect200(await plan.signUp(ada, shiftId));
    await processDue(slices, platform, undefined);
    assert.equal(smtp.to(ada.email).length, 1);
    assert.deepEqual(await stateOf(young), { status: 'queued', outcome: 'not_written', leased_until: null });
    assert.deepEqual(await stateOf(old), { status: 'skipped', outcome: 'not_written', leased_until: null });
  });
});

describe('an email that has waited for the mail server', () => {
  it('is kept when the server is up again and wants it later', async () => {
    const ada = await plan.volunteer();
    expect200(await plan.signUp(ada, await plan.shift()));
    smtp.mood = 'refusing';
    await processDue(slices, platform, undefined);
    const makeDue = async () => {
      await sql`update notification_queue set due_at = now() where user_id = ${ada.id}`.execute(database.db);
    };
    await sql`update notification_queue set attempts = ${mostAttempts - 2} where user_id = ${ada.id}`.execute(
      database.db,
    );
    await makeDue();
    await deliver(platform, undefined);
    await makeDue();
    smtp.mood = 'greylisting';
    await deliver(platform, undefined);
    await makeDue();
    smtp.mood = 'well';
    await deliver(platform, undefined);
    assert.equal(smtp.to(ada.email).length, 1);
  });
});

describe('a single email for a mail server that is down', () => {
  it('is tried less and less often', async () => {
    const ada = await plan.volunteer();
    expect200(await plan.signUp(ada, await plan.shift()));
    smtp.mood = 'refusing';
    await processDue(slices, platform, undefined);
    await sql`update notification_queue set due_at = now()`.execute(database.db);
    const next = await runOnce(4);
    smtp.mood = 'well';
    assert.equal(next?.failures, 5);
    assert.ok((next?.seconds ?? 0) > 20, JSON.stringify(next));
  });
});

describe('emails that break every connection to the mail server', () => {
  for (const [others, canWait] of [
    ['what people have just caused', false],
    ['what can wait', true],
  ] as const)
    it(`don't keep ${others} from being sent`, async () => {
      const shiftId = await plan.shift();
      const [ada, ...bad] = await plan.volunteers(13);
      assert.ok(ada);
      smtp.mood = 'refusing';
      for (const person of [...bad, ada]) expect200(await plan.signUp(person, shiftId));
      await processDue(slices, platform, undefined);
      await sql`
        update notification_queue set due_at = now() - interval '1 second', can_wait = ${canWait} and user_id = ${ada.id}
      `.execute(database.db);
      smtp.mood = 'well';
      for (const { email } of bad) smtp.breaking.add(email);
      const badIds = bad.map(({ id }) => id);
      let failures = 0;
      await until(async () => {
        // The next run comes when all of them are due again.
        const { rows } = await sql`
          select 1 from notification_queue where user_id = any(${badIds}::bigint[]) and due_at > now()
        `.execute(database.db);
        if (rows.length === 0) failures = (await runOnce(failures))?.failures ?? 0;
        return smtp.to(ada.email).length === 1;
      });
      smtp.breaking.clear();
      await sql`delete from notification_queue`.execute(database.db);
    });
});

describe('a switch of shifts whose event names no registration', () => {
  it('is told without the former shift', async () => {
    const ada = await plan.volunteer();
    const [from, to] = [await plan.shift({}, 50), await plan.shift({}, 60)];
    const old: number = expect200(await plan.signUp(ada, from)).registration.id;
    expect200(await plan.change(ada, from, to));
    await processDue(slices, platform, undefined);
    const formerShift = async (named: unknown) => {
      await sql`
        update events set data = jsonb_set(data, '{from_registration_id}', ${JSON.stringify(named)}::jsonb)
        where type = 'shift.signup_changed' and (data ->> 'user_id')::bigint = ${ada.id}
      `.execute(database.db);
      const [notice] = await selectNoticesOf(database.db, ada.id, { before: undefined, limit: 1, off: [] });
      return [notice?.shift_id, notice?.former_id];
    };
    assert.deepEqual(await formerShift(old), [to, from]);
    for (const odd of [String(old), [old], true, '', {}, null, 1e300, old + 0.5])
      assert.deepEqual(await formerShift(odd), [to, null], JSON.stringify(odd));
  });
});

describe('many emails', () => {
  it('take one job of a process at a time; those that come in the meantime ask for another run and end', async () => {
    await processDue(slices, platform, undefined);
    const context = { now: platform.clock(), attempt: 1, lastAttempt: false, signal: undefined };
    const runs = [1, 2, 3].map(async (run) => {
      await sendDue(platform, context, 0);
      return run;
    });
    assert.notEqual(await Promise.race(runs), 1);
    await Promise.all(runs);
    const { rows } = await sql<{ task: string }>`select task from queued_jobs`.execute(database.db);
    assert.equal(rows.filter(({ task }) => task === 'send_notifications').length, 1);
  });
});
