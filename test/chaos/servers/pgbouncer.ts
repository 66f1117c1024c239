import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { until } from '#test/until.ts';
import { runNode, testFile } from '#test/whole-test.ts';

export const pgBouncerProgram = process.env['PGBOUNCER'] ?? 'pgbouncer';

/** Left out: most of `src/app` counts statements or starts servers. */
const defaults = [
  'src/platform/db',
  'src/platform/mail',
  'src/platform/outbox',
  'src/platform/jobs',
  'src/platform/http',
  'src/slices',
  'src/app/processes',
];

/** A restart behind PgBouncer in transaction mode, and the tests through it; or only the files that are named. */
export async function drill(args: string[]): Promise<void> {
  await promisify(execFile)(pgBouncerProgram, ['--version']).catch(() => {
    throw new Error('This drill needs PgBouncer 1.21 or newer. Install it, or set PGBOUNCER to its path.');
  });
  if (args.length === 0)
    await testFile('test/chaos/servers/restart.ts', 'test/chaos/servers/silence.ts').drill();
  const bouncer = await startPgBouncer(pgBouncerProgram, process.env['MUSTER_TEST_DATABASE_URL'] ?? '');
  try {
    const files = args.length > 0 ? args : defaults;
    await runNode(['test/run.ts', ...files], { MUSTER_TEST_POOLER: bouncer.address });
  } finally {
    await bouncer.stop();
  }
}

/** `wireUrl` leads to the same server in another way. */
export async function startPgBouncer(program: string, url: string, wireUrl = url) {
  const { host: socket, user, password } = new pg.Client({ connectionString: url });
  const { host, port } = new pg.Client({ connectionString: wireUrl });
  // It doesn't run as root, and only the user of the server can use its socket.
  const { uid, gid } = await stat(socket.startsWith('/') ? socket : import.meta.dirname);
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
  const address = `127.0.0.1:${listenPort}`;
  const launch = () => spawn(program, ['--quiet', file], { ...owner, stdio: 'ignore' });
  let child = launch();
  // When the drill is interrupted.
  process.once('exit', () => {
    child.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  });
  const ready = () =>
    Promise.race([
      until(() => answers(`postgres://${user}@${address}/postgres`), 10_000),
      once(child, 'exit').then(() =>
        Promise.reject(new Error('PgBouncer ended. Run it by hand to see why.')),
      ),
    ]);
  // With SIGTERM, it would wait until all clients have left.
  const end = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGQUIT');
    await ended;
  };
  await ready();
  return {
    address,
    async restart() {
      await end();
      child = launch();
      await ready();
    },
    async stop() {
      await end();
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
