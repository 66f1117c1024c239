import pg from 'pg';
import type { Server } from './children.ts';
import type { HttpLoad, Row } from './row.ts';
import type { Size } from './seeded.ts';
import type { Stage } from './stage.ts';
import { assertSameAnswer } from './world.ts';

const onlyCompared = 'CPU in the service; PostgreSQL only says whether something has changed';

/** The ways to read shifts that are measured: each as a path that suits the data. */
export interface ShiftRead {
  readonly what: string;
  readonly operation: 'list-shifts' | 'read-shift';
  path(stage: Stage): Promise<string>;
  /** Paths that are asked for in turn, and the route that they have in common. */
  readonly others?: { paths(stage: Stage): Promise<string[]>; readonly route: string };
  /** What limits the read, and what limits it as the data grows. */
  readonly limitedBy: { readonly read: string; readonly growth: string };
}

const list = (query: Record<string, string>): string =>
  `/api/v1/shifts?${new URLSearchParams({ ...query, limit: '50' })}`;

export const shiftReads = {
  'first-page': {
    what: 'the first 50 shifts',
    operation: 'list-shifts',
    path: async () => list({}),
    limitedBy: { read: onlyCompared, growth: 'nothing: an index leads to the first one' },
  },
  'deep-page': {
    what: '50 shifts in the middle, by the cursor of the page before',
    operation: 'list-shifts',
    async path({ muster }) {
      const answer = await fetch(muster.url + list({ from: daysAhead(90) }));
      const { next_cursor } = (await answer.json()) as { next_cursor: string };
      return list({ cursor: next_cursor });
    },
    limitedBy: {
      read: onlyCompared,
      growth: 'nothing: an index leads to the one after the cursor',
    },
  },
  filtered: {
    what: '50 shifts of a program within some months',
    operation: 'list-shifts',
    path: async () => list({ program_id: '7', from: daysAhead(10), to: daysAhead(300) }),
    limitedBy: {
      read: onlyCompared,
      growth: 'nothing: an index leads to the first one of the program',
    },
  },
  search: {
    what: 'the first 50 shifts with a word that one shift in sixteen has',
    operation: 'list-shifts',
    path: async () => list({ q: 'kitchen' }),
    limitedBy: {
      read: onlyCompared,
      growth: 'a word that one shift in sixteen has: ten times as many shifts have it',
    },
  },
  'search-rare': {
    what: 'the shifts with a word that some fifty have',
    operation: 'list-shifts',
    path: async () => list({ q: 'Kadeba' }),
    limitedBy: {
      read: onlyCompared,
      growth: 'nothing: the index of words leads to the few that have it',
    },
  },
  one: {
    what: 'one shift, each time another one',
    operation: 'read-shift',
    path: async () => '/api/v1/shifts/5013',
    others: { paths: someShifts, route: '/api/v1/shifts/:id' },
    limitedBy: {
      read: 'CPU in the service, twice as much as in the bare server: an eighth of it to ask PostgreSQL whether something has changed',
      growth: 'nothing: it is read by its key',
    },
  },
} as const satisfies Record<string, ShiftRead>;

/** Drawn by lot, and the same ones in each run. */
async function someShifts(stage: Stage): Promise<string[]> {
  const shifts = await stage.sql<{ id: string }>(
    `select id from shifts where status = 'published' order by md5(id::text) limit 2000`,
  );
  return shifts.map(({ id }) => `/api/v1/shifts/${id}`);
}

function daysAhead(days: number): string {
  return Temporal.Now.instant()
    .add({ hours: 24 * days })
    .round('hour')
    .toString();
}

const load = { kind: 'http', connections: 16 } as const satisfies Partial<HttpLoad>;

/** With a number drawn this often, nothing that the service keeps is true for long enough to be used again. */
const changeEveryMs = 2;

const drawNumbers = `do $$ begin loop perform nextval('shift_changes'); perform pg_sleep(${changeEveryMs / 1_000}); end loop; end $$`;

/** As if shifts changed all the time, on the seeded data of these sizes. */
async function changing(given: Stage, sizes: readonly Size[]): Promise<() => Promise<void>> {
  const ends = sizes.map(async (size) => {
    const stage = await given.seeded(size);
    const client = new pg.Client({ connectionString: stage.databaseUrl });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const drawing = client.query(drawNumbers).catch(() => {});
    return async () => {
      await stage.sql('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await drawing;
    };
  });
  const all = await Promise.all(ends);
  return async () => {
    for (const end of all) await end();
  };
}

/** A read while nothing changes, and while shifts change, with what limits it then. */
export function shiftReadRows(name: string, read: ShiftRead, atLeast: number, limitedBy: string): Row[] {
  const row = shiftReadRow(name, read, atLeast);
  const changingRow: Row = {
    ...row,
    name: `${name}-changing`,
    measures: `${row.measures}, while shifts change ${1_000 / changeEveryMs} times a second`,
    limitedBy,
    during: (stage) => changing(stage, [stage.size]),
  };
  return [row, changingRow];
}

/** A read on seeded data against bare Fastify that sends the same bytes, and against the control. */
export function shiftReadRow(name: string, read: ShiftRead, atLeast: number): Row {
  return {
    name,
    measures: `GET ${read.operation === 'list-shifts' ? '/shifts' : '/shifts/{id}'}: ${read.what}`,
    figure: 'perSecond',
    aim: { against: 'bare', atLeast },
    limitedBy: read.limitedBy.read,
    async setup(given) {
      const stage = await given.seeded();
      const path = await read.path(stage);
      const paths = await read.others?.paths(stage);
      const bare = await stage.bare(path, {}, read.others ? { route: read.others.route } : {});
      const control = await stage.control(read.operation);
      await assertSameAnswer(stage.muster.url + path, control.url + path);
      const target = (name: string, { url, pid }: Server) => {
        const round = { ...load, url: url + path, ...(paths && { paths }) };
        return { name, pid, round };
      };
      return [target('muster', stage.muster), target('bare', bare), target('control', control)];
    },
  };
}

/**
 * The same read on ten times as much data. Few connections: it is the wait of one that is compared. Shifts change
 * at the same time, because an answer that is kept costs the same whatever it was made of.
 */
export function growthRow(name: string, read: ShiftRead): Row {
  return {
    name: `growth-${name}`,
    measures: `how much longer it takes with 100,000 shifts than with 10,000 to read ${read.what}`,
    figure: 'p50Ms',
    aim: { against: 'small', atMost: 1.2 },
    limitedBy: read.limitedBy.growth,
    rounds: 9,
    roundSeconds: 0.5,
    during: (stage) => changing(stage, ['large', 'small']),
    async setup(given) {
      const targets = [];
      for (const size of ['large', 'small'] as const) {
        const stage = await given.seeded(size);
        const url = stage.muster.url + (await read.path(stage));
        targets.push({ name: size, pid: stage.muster.pid, round: { ...load, connections: 2, url } });
      }
      return targets as [(typeof targets)[0], ...typeof targets];
    },
  };
}
