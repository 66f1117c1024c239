import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { refuse } from '#kernel/refusal.ts';
import { parseConfig } from '#platform/config/index.ts';
import { cleanUp, platformExpiring } from '#platform/db/clean-up.ts';
import { inTransaction } from '#platform/db/index.ts';
import { discardFailed, insertFailed, selectFailed } from '#platform/jobs/failed.ts';
import { createLog } from '#platform/log/index.ts';
import { peopleApp } from '#test/people.ts';
import { mailHandler, queueMail } from './index.ts';
import { mailboxPage } from './mailbox.ts';

const muster = await peopleApp();
const { database } = muster;
const mail = { to: 'ada@example.org', subject: 'Hello', text: 'https://muster.test/x?token=secret_1' };

describe('a mail', () => {
  it('leaves only with the transaction that wanted it, and waits sealed until then', async () => {
    const failed = inTransaction(database, {}, async (tx) => {
      await queueMail(tx, database, mail);
      throw refuse('conflict');
    });
    await assert.rejects(failed);
    await inTransaction(database, {}, (tx) => queueMail(tx, database, mail));
    const { rows } = await sql<{ row: string }>`
      select q::text as row from queued_jobs as q union all select encode(m.sealed, 'escape') || encode(m.recipient, 'escape') from queued_mail as m
    `.execute(database.db);
    assert.equal(rows.length, 2);
    for (const { row } of rows) assert.doesNotMatch(row, /ada|secret_1/);
    const kept = await muster.deliverMail();
    assert.deepEqual(
      kept.map(({ to, text }) => [to, text]),
      [[mail.to, mail.text]],
    );
    assert.deepEqual((await sql`select 1 from queued_mail`.execute(database.db)).rows, []);
  });

  it('is kept for as long as its job can be tried again, however old it is', async () => {
    const received = await smtpServer();
    const handlerFor = (smtpUrl: string) =>
      mailHandler(database, parseConfig({ SMTP_URL: smtpUrl }), createLog('silent', false));
    await inTransaction(database, {}, (tx) => queueMail(tx, database, mail));
    // An admin has tried its job again 80 days after it failed.
    const { rows } = await sql<{ mail_id: string }>`
      update queued_mail set created_at = now() - interval '80 days' returning id as mail_id
    `.execute(database.db);
    const [job] = rows;
    assert.ok(job);
    const now = Temporal.Now.instant();
    const context = { now, attempt: 20, lastAttempt: true, signal: undefined };
    await assert.rejects(handlerFor('smtp://127.0.0.1:1').run(job, context));
    await cleanUp(database, platformExpiring, now.add({ hours: 24 * 89 }));
    await handlerFor(received.url).run(job, context);
    assert.deepEqual(received.recipients, ['<ada@example.org>']);
    assert.deepEqual((await sql`select 1 from queued_mail`.execute(database.db)).rows, []);
  });

  it('is deleted with its job, if an admin discards that', async () => {
    const left = await inTransaction(database, {}, async (tx) => {
      await queueMail(tx, database, mail, mail);
      const { rows } = await sql<{ id: string }>`select id from queued_mail order by id`.execute(tx);
      const [first, second] = rows.map(({ id }) => id);
      await insertFailed(tx, [
        { task: 'send_mail', payload: { mail_id: first }, max_attempts: 20, attempts: 20, error: 'refused' },
        { task: 'other', payload: {}, max_attempts: 20, attempts: 20, error: 'refused' },
      ]);
      for (const { id } of await selectFailed(tx, { limit: 2 })) assert.ok(await discardFailed(tx, id));
      assert.equal(await discardFailed(tx, 1_000_000), false);
      const { rows: others } = await sql<{ id: string }>`select id from queued_mail`.execute(tx);
      assert.deepEqual(others, [{ id: second }]);
      await sql`delete from queued_mail`.execute(tx);
      await sql`delete from queued_jobs`.execute(tx);
      return await selectFailed(tx, { limit: 2 });
    });
    assert.deepEqual(left, []);
  });

  it('goes to the SMTP server where one is set, and cannot smuggle in a header', async () => {
    const received = await smtpServer();
    const config = parseConfig({ SMTP_URL: received.url, MUSTER_PUBLIC_URL: 'https://muster.example.org' });
    const handler = mailHandler(database, config, createLog('silent', false));
    const subject = 'Club\r\nBcc: victim@example.org\r\n\r\ninvites you';
    const sealed = database.sealer.seal('mail', '', Buffer.from(JSON.stringify({ ...mail, subject })));
    const context = { now: Temporal.Now.instant(), attempt: 1, lastAttempt: false, signal: undefined };
    await handler.run({ sealed: sealed.toString('base64') }, context);
    assert.deepEqual(received.recipients, ['<ada@example.org>']);
    assert.match(received.message(), /^From: Muster <no-reply@muster\.example\.org>/m);
    assert.doesNotMatch(received.message(), /^Bcc:/im);
  });
});

describe('the mailbox of the demo', () => {
  it('shows what was written, as text', () => {
    const page = mailboxPage([
      {
        id: 1,
        to: '<b>x</b>',
        subject: '<script>1</script>',
        text: 'a <img> https://x.org/?a=1&b="2',
        links: ['https://x.org/one'],
        attachments: [{ filename: '<i>.ics', contentType: 'text/calendar', content: '<u>' }],
        created_at: 'now',
      },
    ]);
    assert.doesNotMatch(page, /<script>|<img>|<b>x|<i>|<u>/);
    assert.match(page, /<li><a href="https:\/\/x\.org\/one">/);
    assert.match(page, /&lt;i&gt;\.ics \(text\/calendar\)/);
    assert.match(page, /<a href="https:\/\/x\.org\/\?a=1&amp;b=&quot;2">/);
  });

  it('exists in the demo only', async () => {
    assert.equal((await muster.app.inject({ url: '/dev/mail' })).statusCode, 200);
    const production = await peopleApp({ MUSTER_DEMO: 'off' });
    assert.equal((await production.app.inject({ url: '/dev/mail' })).statusCode, 404);
  });
});

/** As much of an SMTP server as one message needs. */
async function smtpServer() {
  const recipients: string[] = [];
  let message = '';
  const talk = (socket: Socket) => {
    let inMessage = false;
    socket.write('220 test\r\n');
    socket.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\r\n').slice(0, -1)) {
        if (inMessage && line !== '.') message += `${line}\n`;
        else if (inMessage) {
          inMessage = false;
          socket.write('250 taken\r\n');
        } else if (line === 'DATA') {
          inMessage = true;
          socket.write('354 go on\r\n');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else {
          const [, recipient] = /^RCPT TO:(\S+)/.exec(line) ?? [];
          if (recipient) recipients.push(recipient);
          socket.write('250 ok\r\n');
        }
      }
    });
  };
  const server = createServer(talk);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  const { port } = server.address() as { port: number };
  return { url: `smtp://127.0.0.1:${port}`, recipients, message: () => message };
}
