import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { until } from '#test/until.ts';

/** Left out: they count every message to PostgreSQL, the pooler's transactions too, or break connections themselves. */
const defaults = [
  'src/platform/outbox',
  'src/platform/jobs',
  'src/platform/http',
  'src/slices',
  'src/app/processes',
];

/** The tests, or the files that are named, through a PgBouncer in transaction mode. */
export async function drill(args: string[]): Promise<void> {
  const program = process.env['PGBOUNCER'] ?? 'pgbouncer';
  await promisify(execFile)(program, ['--version']).catch(() => {
    throw new Error('This drill needs PgBouncer 1.21 or newer. Install it, or set PGBOUNCER to its path.');
  });
  const bouncer = await startPgBouncer(program, process.env['MUSTER_TEST_DATABASE_URL'] ?? '');
  try {
    const files = args.length > 0 ? args : defaults;
    const child = spawn(process.execPath, ['test/run.ts', ...files], {
      env: { ...process.env, MUSTER_TEST_POOLER: bouncer.address },
      stdio: 'inherit',
    });
    process.once('exit', () => child.kill());
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error('Tests failed through PgBouncer.');
  } finally {
    await bouncer.stop();
  }
}

async function startPgBouncer(program: string, url: string) {
  const { host, port, user, password } = new pg.Client({ connectionString: url });
  // It doesn't run as root, and only the user of the server can use its socket.
  const { uid, gid } = await stat(host.startsWith('/') ? host : import.meta.dirname);
  const owner = process.getuid?.() === 0 && uid !== 0 ? { uid, gid } : {};
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-pgbouncer-'));
  const file = path.join(folder, 'pgbouncer.ini');
  const listenPort = await freePort();
  await writeFile(
    file,
    `[databases]
* = host=${host} port=${port} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_prepared_statements = 600
default_pool_size = 20
max_client_conn = 1000
server_idle_timeout = 5
server_login_retry = 1
`,
  );
  if ('uid' in owner) for (const one of [folder, file]) await chown(one, uid, gid);
  const child = spawn(program, ['--quiet', file], { ...owner, stdio: ['ignore', 'ignore', 'ignore'] });
  const ended = once(child, 'exit');
  const address = `127.0.0.1:${listenPort}`;
  await Promise.race([
    until(() => answers(`postgres://${user}@${address}/postgres`), 10_000),
    ended.then(() => Promise.reject(new Error('PgBouncer ended. Run it by hand to see why.'))),
  ]);
  return {
    address,
    async stop() {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
