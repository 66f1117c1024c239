import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSigningKeys } from '#platform/credentials/signing-keys.ts';
import { createTokens } from '#platform/credentials/tokens.ts';
import { createSealer, openDatabase } from '#platform/db/index.ts';
import { benchSecret } from './seeded.ts';
import type { Stage } from './stage.ts';

/** How many people have a token: persons 1 and up of the seeded data. */
const withToken = 2_500;

/** Logged in without their passwords: checking those would take longer than everything that is measured. */
export function tokensOfPeople(stage: Stage): Promise<ReadonlyMap<number, string>> {
  return stage.once('tokens', async () => {
    const sessions = await stage.sql<{ id: string; user_id: string }>(`
      insert into sessions (user_id, refresh_hash, rotated_at, created_at, last_used_at, expires_at)
      select n, '', now(), now(), now(), now() + interval '1 day' from generate_series(1, ${withToken}) as n
      returning id, user_id`);
    const database = openDatabase({
      url: stage.databaseUrl,
      size: 2,
      name: 'bench tokens',
      sealer: createSealer(benchSecret),
    });
    const keys = createSigningKeys(database);
    const tokens = createTokens(keys, 'muster');
    const now = Temporal.Now.instant();
    // There may be no key yet: one question makes it, before thousands ask at once.
    await keys.forSigning(now);
    const signed = await Promise.all(
      sessions.map(async ({ id, user_id }) => {
        const claims = { sub: user_id, sid: Number(id), jti: crypto.randomUUID() };
        const token = await tokens.sign('at+jwt', claims, now, 6 * 3_600);
        return [Number(user_id), `Bearer ${token}`] as const;
      }),
    );
    await database.close();
    return new Map(signed);
  });
}

/** Waits for the emails and all else that follows from sign-ups and check-ins. */
export async function allFollowed(stage: Stage): Promise<void> {
  for (;;) {
    const [left] = await stage.sql<{ some: boolean }>(`
      select exists (select 1 from outbox) or exists (select 1 from notification_queue where due_at <= now()) as some`);
    if (!left?.some) return;
    await sleep(50);
  }
}

/** Every token is verified once before anything is measured, as it is when people look around before they sign up. */
export async function introducePeople(stage: Stage): Promise<void> {
  await stage.once('introduced', async () => {
    const tokens = [...(await tokensOfPeople(stage)).values()];
    for (let first = 0; first < tokens.length; first += 50) {
      await Promise.all(
        tokens.slice(first, first + 50).map(async (authorization) => {
          const answer = await fetch(`${stage.muster.url}/api/v1/me`, { headers: { authorization } });
          if (!answer.ok) throw new Error(`/me answers ${answer.status}`);
          await answer.arrayBuffer();
        }),
      );
    }
  });
}

export interface Signups {
  readonly overHttp: string;
  readonly toControl: string;
}

/**
 * Two files of sign-ups that will all be granted: many people, each for some twenty of many shifts. The control has its
 * own tables and asks no one who they are, so it gets the sign-ups of people without a token too.
 */
export async function spreadSignups(stage: Stage): Promise<Signups> {
  const tokens = await tokensOfPeople(stage);
  await introducePeople(stage);
  const wishes = await chooseShifts(stage, withToken * 2);
  const files = {
    overHttp: join(stage.folder, 'sign-ups.http'),
    toControl: join(stage.folder, 'sign-ups.control'),
  };
  const overHttp = wishes
    .filter(({ user }) => user <= withToken)
    .map(({ user, shift }) => `/api/v1/shifts/${shift}/signups\t${tokens.get(user)}`);
  const toControl = wishes.map(({ user, shift }) => `/api/v1/shifts/${shift}/signups\t\t{"user_id":${user}}`);
  await writeFile(files.overHttp, overHttp.join('\n'));
  await writeFile(files.toControl, toControl.join('\n'));
  return files;
}

/**
 * Each person takes a shift of the own organization with much room, one in every seventeen days, where they have nothing
 * else at that time. In an order that has nothing to do with the order of shifts.
 */
async function chooseShifts(stage: Stage, people: number): Promise<{ user: number; shift: number }[]> {
  await stage.sql(`
    create table open_shifts as
      select s.id, s.organization_id, s.start_time, s.end_time, seats.capacity - seats.active as free
      from shifts s join shift_seats seats on seats.shift_id = s.id
      where s.status = 'published' and s.roles = '[]' and not s.requires_approval and seats.capacity >= 40
        and s.start_time > now() + interval '1 day';
    create index on open_shifts (organization_id, start_time);
    analyze open_shifts;
  `);
  return await stage.sql<{ user: number; shift: number }>(`
    select "user", shift from (
      select person as "user", taken.id::int as shift, taken.free,
        row_number() over (partition by taken.id order by person) as place
      from generate_series(1, ${people}) as person cross join generate_series(0, 19) as turn
      cross join lateral (
        select * from open_shifts
        where organization_id = 1 + (person - 1) % 20
          and start_time >= current_date + (2 + turn * 17 + person % 17) * interval '1 day'
          and start_time < current_date + (2 + turn * 17 + person % 17 + 17) * interval '1 day'
        order by start_time limit 1
      ) as taken
      where not exists (
        select 1 from registrations r where r.user_id = person and r.status <> 'cancelled'
          and r.start_time < taken.end_time and r.end_time > taken.start_time
      )
    ) as wish
    where place < free
    order by md5(shift::text || ' ' || "user")`);
}
