import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { recount } from '#demo/recount.ts';
import { systemCall } from '#kernel/call.ts';
import { sendReminders } from '#slices/notifications/index.ts';
import { peopleApp } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { startMuster } from '#test/process.ts';
import { type Mood, type TestSmtp, testSmtp } from '#test/smtp.ts';
import { until } from '#test/until.ts';

/** `npm run drill -- reminders` takes more people, and lets the worker's silence last as long as it really does. */
const drill = process.env['MUSTER_DRILL_PEOPLE'];
const people = Number(drill ?? 90);
/** So many messages are in progress at once: no more can be in the moment in which a crash doubles them. */
const connections = 4;

describe(`${people} reminders`, () => {
  it('reach everyone, though the worker is killed and the mail server comes and goes', async () => {
    const smtp = await testSmtp();
    const muster = await peopleApp();
    const { database } = muster;
    const plan = await planning(muster);
    const shiftId = await plan.shift({ title: 'Drill' }, 20);
    await signUpMany(database.db, plan.organizationId, shiftId);
    const { sent } = await sendReminders(muster.platform, systemCall('drill', muster.platform.clock()));
    assert.equal(sent, people);

    const environment = {
      DATABASE_URL: database.url,
      MUSTER_DEMO: 'off',
      SMTP_URL: smtp.url,
      MUSTER_PUBLIC_URL: 'https://muster.example.org',
      LOG_LEVEL: 'warn',
    };
    let flapping = flap(smtp);
    const victim = await startMuster(['worker'], environment);
    await until(() => smtp.taken.length >= people / 3);
    // In the middle of a message: the server is slow to answer just now.
    clearInterval(flapping);
    Object.assign(smtp, { mood: 'well', delayMs: 500 });
    await until(() => smtp.receiving > 0);
    await victim.stop('SIGKILL');
    if (drill === undefined) await letSilencePass(database.db);
    flapping = flap(smtp);
    const heir = await startMuster(['worker'], environment);
    // As the clock does, only more often: nothing is queued twice, and what no one holds goes out.
    await until(async () => {
      const again = await sendReminders(muster.platform, systemCall('drill', muster.platform.clock()));
      assert.deepEqual(again, { sent: 0, skipped: 0 });
      return (await countQueued(database.db)) === 0;
    });
    clearInterval(flapping);
    await heir.stop();

    const copies = Map.groupBy(smtp.taken, (mail) => mail.recipient);
    assert.equal(copies.size, people, 'everybody has their reminder');
    const doubled = [...copies.values()].filter((mails) => mails.length > 1);
    for (const mails of doubled) {
      assert.equal(mails.length, 2);
      assert.equal(mails[0]?.messageId, mails[1]?.messageId, 'a receiver can tell');
    }
    // The server had taken these when the worker died, before the worker could note it.
    assert.ok(doubled.length <= connections, `${doubled.length} messages came twice`);
  });
});

type Db = Parameters<typeof signUpMany>[0];

/** As if the dead worker had said nothing for long enough. */
async function letSilencePass(db: Db): Promise<void> {
  await sql`
    with silent as (update job_workers set seen_at = seen_at - interval '1 hour')
    update notification_queue set leased_until = now() - interval '1 second' where leased_until is not null
  `.execute(db);
}

async function countQueued(db: Db): Promise<number> {
  const { rows } = await sql`select 1 from notifications where status = 'queued'`.execute(db);
  return rows.length;
}

async function signUpMany(
  db: Awaited<ReturnType<typeof peopleApp>>['database']['db'],
  organizationId: number,
  shiftId: number,
): Promise<void> {
  await sql`
    with made as (
      insert into users (email, name) select 'drill-' || n || '@example.org', 'Drill ' || n
      from generate_series(1, ${people}::int) as n returning id
    ), joined as (
      insert into memberships (organization_id, user_id, role, joined_at)
      select ${organizationId}, id, 'volunteer', now() from made
    )
    insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at, updated_at)
    select ${organizationId}, s.id, made.id, 'active', s.start_time, s.end_time, 'import', now(), now()
    from made, shifts s where s.id = ${shiftId}
  `.execute(db);
  await recount(db);
}

/** Well most of the time, so that the batch comes to an end. */
function flap(smtp: TestSmtp): NodeJS.Timeout {
  const moods: Partial<Record<number, Mood>> = { 3: 'resetting', 8: 'refusing' };
  let turn = 0;
  return setInterval(() => {
    turn += 1;
    smtp.mood = moods[turn % 12] ?? 'well';
    smtp.delayMs = turn % 3 === 0 ? 20 : 2;
  }, 150);
}
