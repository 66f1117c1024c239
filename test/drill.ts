import { onParentEnd } from '#app/parent.ts';
import { startSharedPostgres } from './shared-postgres.ts';
import { testFile, wholeTest } from './whole-test.ts';

/**
 * `npm run drill -- <name>`: the long versions of what `npm test` does for a few seconds. They take minutes to hours, and
 * options set how long. `npm run drill -- --list` lists them.
 */
interface DrillModule {
  drill(args: string[]): Promise<void>;
}

const drills: Readonly<Record<string, { meaning: string; load: () => Promise<DrillModule> }>> = {
  model: {
    meaning: 'scheduling against a simple model: --ops 200000 --seed n --clients 16',
    load: () => import('./model/drill.ts'),
  },
  webhooks: {
    meaning: 'deliveries while processes and PostgreSQL are killed: --rounds 1000 --stretch 50 --seed n',
    load: () => import('./chaos/webhooks/endure.ts'),
  },
  hostile: {
    meaning:
      'every hostile value in every field of every operation; filter by part of a route, such as POST /shifts',
    load: async () => wholeTest('app/hostile-', 'MUSTER_HOSTILE'),
  },
  answers: {
    meaning: 'every media type asked of every read, by the owner and by someone who is not logged in',
    load: async () => wholeTest('app/answers', 'MUSTER_ANSWERS'),
  },
  reminders: {
    meaning: 'email while the worker is killed and the mail server comes and goes: --people 500 --rounds 20',
    load: () => import('./chaos/endure-reminders.ts'),
  },
  failover: {
    meaning: 'a primary that ends under load, and its standby promoted: what is lost, how long it takes',
    load: async () => testFile('test/chaos/servers/failover.ts'),
  },
  pgbouncer: {
    meaning:
      'the tests through a PgBouncer in transaction mode; filter by parts of paths, such as slices/live',
    load: () => import('./chaos/servers/pgbouncer.ts'),
  },
  citus: {
    meaning:
      'nodes of a Citus cluster that are killed under load, then the tests there; filter by parts of paths',
    load: () => import('./chaos/servers/citus.ts'),
  },
  replica: {
    meaning: 'reads from a standby that is paused, cancels reads, restarts, is promoted, ends: who sees what',
    load: async () => testFile('test/chaos/servers/replica.ts', 'test/chaos/servers/replica-trouble.ts'),
  },
  clone: {
    meaning: 'a fresh clone where nothing is installed: npm start, stop, start again, npm test',
    load: async () => {
      const { tryFreshClone } = await import('./clone.ts');
      return { drill: () => tryFreshClone({ installed: false }) };
    },
  },
  waits: {
    meaning: 'how long people wait behind a change to a long series and behind a removed member',
    load: async () => testFile('test/waits.ts'),
  },
  requests: {
    meaning: 'what every page of the app requests from the API, with 10,000 shifts and 10,000 people',
    load: async () => wholeTest('browser/requests', 'MUSTER_REQUESTS'),
  },
  browser: {
    meaning:
      'the tests in a browser with every page and size that npm test leaves out; filter by the name of a test',
    load: async () => wholeTest('test/browser/', 'MUSTER_BROWSER_TESTS'),
  },
  screenshots: {
    meaning: 'takes the screenshots of the README again, from the demo at a fixed time',
    load: async () => testFile('test/screenshots.ts'),
  },
  axe: {
    meaning: 'accessibility of every page, checked by axe: --as owner --language de --path /manage',
    load: () => import('./axe/drill.ts'),
  },
};

const [name = '--list', ...args] = process.argv.slice(2);
const chosen = drills[name];
if (chosen) {
  process.exitCode = await perform(chosen.load);
} else {
  for (const [one, { meaning }] of Object.entries(drills)) console.log(`${one.padEnd(12)} ${meaning}`);
  if (name !== '--list') process.exitCode = 1;
}

async function perform(load: () => Promise<DrillModule>): Promise<number> {
  const postgres = await startSharedPostgres();
  process.env['MUSTER_TEST_DATABASE_URL'] = postgres.url;
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    // What a drill has started ends with this process.
    process.once(signal, () => void postgres.stop().finally(() => process.exit(code)));
  }
  onParentEnd(() => process.emit('SIGTERM', 'SIGTERM'));
  try {
    const { drill } = await load();
    await drill(args);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  } finally {
    await postgres.stop();
  }
}
