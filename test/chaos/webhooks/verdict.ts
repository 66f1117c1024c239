import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Journal } from './load.ts';
import { endpoints, type World } from './world.ts';

export interface Verdict {
  readonly events: number;
  readonly deliveries: number;
  /** Requests beyond the first for one event at one endpoint; those that were asked for by a 503 among them. */
  readonly repeats: number;
}

/** Waits until nothing is left to be handed on or sent; answers how long that took. */
export async function untilQuiet({ database }: World, timeoutMs: number): Promise<number> {
  const begunMs = performance.now();
  for (;;) {
    const { rows } = await sql<{ left: number }>`
      select (select count(*) from outbox) + (select count(*) from webhook_queue) as left
    `
      .execute(database.db)
      .catch(() => ({ rows: [{ left: Number.NaN }] }));
    const tookMs = performance.now() - begunMs;
    if (rows[0]?.left === 0) return tookMs;
    assert.ok(tookMs < timeoutMs, `${rows[0]?.left} deliveries are left after ${Math.round(tookMs)} ms`);
    await sleep(100);
  }
}

/** Holds what the receiver has got against what has happened, and that against the responses to callers. */
export async function judge(world: World, journal: Journal): Promise<Verdict> {
  const { rows: events } = await sql<{ id: string; type: string }>`select id, type from events`.execute(
    world.database.db,
  );
  const receipts = await readReceipts(world);
  const known = new Map(events.map(({ id, type }) => [id, type]));
  let deliveries = 0;
  for (const [path, types] of Object.entries(endpoints)) {
    const got = receipts.get(path) ?? new Map<string, Receipt>();
    const due = events.filter(({ type }) => types.includes(type)).map(({ id }) => id);
    const lost = due.filter((id) => !got.has(id));
    assert.deepEqual(lost, [], `events that never reached ${path}`);
    const strays = [...got.keys()].filter(
      (id) => !types.includes(known.get(id) ?? 'nothing that has happened'),
    );
    assert.deepEqual(strays, [], `what ${path} should not have received`);
    deliveries += due.length;
  }
  const all = [...receipts.values()].flatMap((got) => [...got.values()]);
  await checkBytes(world, receipts);
  await checkChanges(world, journal);
  await checkStates(world);
  const repeats = all.reduce((sum, { times }) => sum + times - 1, 0);
  return { events: events.length, deliveries, repeats };
}

interface Receipt {
  readonly bytes: string;
  times: number;
}

type Receipts = Map<string, Map<string, Receipt>>;

async function readReceipts({ receiptsFile }: World): Promise<Receipts> {
  const receipts: Receipts = new Map();
  for await (const line of createInterface({ input: createReadStream(receiptsFile) })) {
    const [path = '', id = '', bytes = '', isGenuine] = line.split(' ');
    assert.equal(isGenuine, 'true', `a signature that does not fit: ${line}`);
    const got = receipts.get(path) ?? new Map<string, Receipt>();
    receipts.set(path, got);
    const before = got.get(id);
    if (before) before.times += 1;
    else got.set(id, { bytes, times: 1 });
    assert.equal(got.get(id)?.bytes, bytes, `a repeat with other bytes: ${line}`);
  }
  return receipts;
}

/** What was stored is what was sent, to everyone. */
async function checkBytes({ database }: World, receipts: Receipts): Promise<void> {
  const { rows } = await sql<{ event_id: string; bytes: string }>`
    select event_id, encode(sha256(convert_to(body, 'UTF8')), 'base64') as bytes from webhook_messages
  `.execute(database.db);
  const stored = new Map(rows.map(({ event_id, bytes }) => [event_id, bytes]));
  for (const [path, got] of receipts)
    for (const [id, { bytes }] of got) assert.equal(bytes, stored.get(id), `${id} at ${path}`);
}

/** An event for each change and a change for each event; and nothing that was answered with success is missing. */
async function checkChanges({ database }: World, journal: Journal): Promise<void> {
  const { rows } = await sql<{ error: string }>`
    with told as (select type, (data #>> '{shift,id}')::bigint as shift, data #>> '{shift,title}' as title,
        (data ->> 'registration_id')::bigint as registration from events),
    due as (
      select 'shift.created' as type, id from shifts
      union all select 'shift.signup', id from registrations
      union all select 'shift.signup_cancelled', id from registrations where status = 'cancelled'
    ), counted as (
      select type, coalesce(shift, registration) as id, count(*) as times from told group by 1, 2
    )
    select 'sent wrongly: ' || coalesce(d.type, c.type) || ' ' || coalesce(d.id, c.id) as error
    from due d full join counted c on c.type = d.type and c.id = d.id
    where d.id is null or c.times is distinct from 1
    union all
    select 'answered, but gone: ' || title from unnest(${journal.createdTitles}::text[]) as title
    where title not in (select title from shifts)
    union all
    select 'refused, but there: ' || title from unnest(${journal.refusedTitles}::text[]) as title
    where title in (select title from told where title is not null)
    union all
    select 'rolled back, but told' from told where title = 'rolled back'
    union all
    select 'answered, but gone: registration ' || id from unnest(${journal.registrationIds}::bigint[]) as id
    where id not in (select id from registrations)
  `.execute(database.db);
  assert.deepEqual(rows.map(({ error }) => error).slice(0, 10), []);
}

/** Each delivery has come to its end or knows when it goes on; nothing is queued that has no attempt. */
async function checkStates({ database }: World): Promise<void> {
  const { rows } = await sql<{ attempt: number }>`
    select coalesce(a.id, q.attempt_id) as attempt from webhook_attempts a
    full join webhook_queue q on q.attempt_id = a.id
    where a.id is null or (a.status = 'pending') <> (q.attempt_id is not null)
    union all
    select max(id) from webhook_attempts group by event_id, endpoint_id having not bool_or(status = 'succeeded')
  `.execute(database.db);
  assert.deepEqual(rows, [], 'attempts that nobody will make, and deliveries without an end');
}
