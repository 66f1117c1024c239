import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Child } from '../children.ts';
import type { HttpLoad, Row, Sample } from '../row.ts';
import { allFollowed, introducePeople, tokensOfPeople } from '../sign-ups.ts';
import type { Stage } from '../stage.ts';

const people = 2_000;
const spots = 100;
const atOnce = 64;

export const row: Row = {
  name: 'signup-rush',
  measures: `${people} people, one shift with ${spots} spots, ${atOnce} at a time`,
  figure: 'perSecond',
  aim: { against: 'bare', atLeast: 0.15 },
  limitedBy:
    'CPU: a sign-up takes 280 µs in the service and 360 in PostgreSQL, as much as 21 answers of the bare server, and one shift is one lock, so its batches follow each other. Everyone gets a registration, 19 of 20 on the waitlist',
  async setup(given) {
    const stage = await given.seeded();
    const { muster } = stage;
    await introducePeople(stage);
    await stage.sql(`
      insert into memberships (organization_id, user_id, role, joined_at)
      select 1, n, 'volunteer', now() from generate_series(1, ${people}) as n on conflict do nothing`);
    const load = { kind: 'http', method: 'POST', connections: atOnce } as const;
    const loader = new Child('loader.ts');
    stage.atEnd(() => loader.end());
    const headers = { authorization: (await tokensOfPeople(stage)).get(1) ?? '' };
    const path = `/api/v1/shifts/${await makeShift(stage)}/signups`;
    const bare = await stage.bare(path, headers, { method: 'POST' });
    return [
      {
        name: 'muster',
        pid: muster.pid,
        round: () => rush(stage, loader, { ...load, url: muster.url }),
        untilFollowed: () => allFollowed(stage),
      },
      { name: 'bare', pid: bare.pid, round: { ...load, url: bare.url + path, headers } },
    ];
  },
};

/** Each one on another day, so that everyone is free. */
async function makeShift(stage: Stage): Promise<number> {
  const [made] = await stage.sql<{ id: number }>(`
    with made as (
      insert into shifts (organization_id, program_id, mission_id, title, start_time, end_time, time_zone, status,
                          created_at, updated_at)
      select 1, 1, default_mission_id, 'The concert', day, day + interval '2 hours', 'UTC', 'published', now(), now()
      from programs, (select now() + interval '3 years' + count(*) * interval '1 day' as day from shifts
        where title = 'The concert') as next
      where programs.id = 1 returning id
    ) insert into shift_seats (shift_id, organization_id, capacity) select id, 1, ${spots} from made
    returning shift_id::int as id`);
  return made?.id ?? 0;
}

/** Everyone is answered, and exactly as many have a spot as there are: otherwise there is nothing to measure. */
async function rush(stage: Stage, loader: Child, load: HttpLoad): Promise<Sample> {
  const shiftId = await makeShift(stage);
  const file = join(stage.folder, `rush-${shiftId}`);
  const tokens = [...(await tokensOfPeople(stage))].filter(([user]) => user <= people);
  await writeFile(file, tokens.map(([, token]) => `/api/v1/shifts/${shiftId}/signups\t${token}`).join('\n'));
  const order = { load: { ...load, eachOnce: file, refusals: [409] }, seconds: 600 };
  const { sample } = await loader.ask<{ sample: Sample }>(order);
  const [taken] = await stage.sql<{ rows: number; counted: number }>(`
    select (select count(*)::int from registrations where shift_id = ${shiftId} and status = 'active') as rows,
      active as counted from shift_seats where shift_id = ${shiftId}`);
  if (sample.count !== people || taken?.rows !== spots || taken.counted !== spots) {
    throw new Error(`${sample.count} answers, ${taken?.rows} spots, ${taken?.counted} counted`);
  }
  return sample;
}
