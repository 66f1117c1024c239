import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { recount } from '#demo/recount.ts';
import { systemCall } from '#kernel/call.ts';
import { peopleApp } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { startMuster } from '#test/process.ts';
import { testSmtp } from '#test/smtp.ts';
import { until } from '#test/until.ts';
import { sendReminders } from './index.ts';

const burst = 300;
/** Of each of the other organizations. */
const few = 2;
const others = 8;

it('two workers share the emails of several organizations: everyone gets one, and a burst delays no one else', async () => {
  const smtp = await testSmtp();
  smtp.delayMs = 10;
  const muster = await peopleApp();
  const { database, platform } = muster;
  const { db } = database;
  const addPeople = async (name: string, count: number) => {
    const { organizationId, shift } = await planning(muster);
    const shiftId = await shift({}, 20);
    await sql`
      with made as (
        insert into users (email, name) select ${name} || n || '@example.org', 'Person ' || n
        from generate_series(1, ${count}::int) as n returning id
      ), joined as (
        insert into memberships (organization_id, user_id, role, joined_at)
        select ${organizationId}::bigint, id, 'volunteer', now() from made
      )
      insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at, updated_at)
      select ${organizationId}::bigint, s.id, made.id, 'active', s.start_time, s.end_time, 'import', now(), now()
      from made, shifts s where s.id = ${shiftId}
    `.execute(db);
  };
  await addPeople('burst-', burst);
  for (let number = 0; number < others; number += 1) await addPeople(`other-${number}-`, few);
  await recount(db);
  const { sent } = await sendReminders(platform, systemCall('test', platform.clock()));
  assert.equal(sent, burst + others * few);

  const environment = {
    DATABASE_URL: database.url,
    MUSTER_DEMO: 'off',
    SMTP_URL: smtp.url,
    MUSTER_PUBLIC_URL: 'https://muster.example.org',
    LOG_LEVEL: 'warn',
  };
  const workers = await Promise.all(['one', 'two'].map(() => startMuster(['worker'], environment)));
  await until(async () => {
    const { rows } = await sql`select 1 from notification_queue limit 1`.execute(db);
    return rows.length === 0;
  });
  for (const worker of workers) assert.equal((await worker.stop()).code, 0, worker.stderr());

  const recipients = smtp.taken.map(({ recipient }) => recipient);
  assert.equal(new Set(recipients).size, burst + others * few, 'everyone has their email');
  assert.equal(recipients.length, burst + others * few, 'no one has it twice');
  const lastOther = recipients.findLastIndex((recipient) => recipient.startsWith('other-'));
  assert.ok(lastOther < burst / 2, `${lastOther} emails came before the last one of a small organization`);
});
