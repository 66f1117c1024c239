import { type ChildProcess, execFile, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { access, appendFile, chown, glob, mkdtemp, open, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { queryOnce } from './database.ts';
import { until } from './until.ts';

const execute = promisify(execFile);

export interface CitusNode {
  readonly port: number;
  /** Ends all its processes at once, as when its machine fails. */
  kill(): Promise<void>;
  /** Starts it again on its data. */
  start(): Promise<void>;
}

export interface CitusCluster {
  /** The database of the coordinator, without tables. */
  readonly url: string;
  /** The coordinator first. */
  readonly nodes: readonly CitusNode[];
  stop(): Promise<void>;
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_preload_libraries: 'citus',
  max_connections: 300,
  max_prepared_transactions: 300,
  // Citus has a process for each database; each test file has a database.
  max_worker_processes: 100,
  shared_buffers: '128MB',
  // Killed processes lose nothing that the operating system has.
  fsync: 'off',
};

/** A coordinator and two workers on this machine, with the Citus that is installed here. */
export async function startCitusCluster(): Promise<CitusCluster> {
  const programs = await findCitus();
  const owner = await serverUser();
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-citus-'));
  if (owner) await chown(folder, owner.uid, owner.gid);
  const nodes: CitusNode[] = [];
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const name of ['coordinator', 'first', 'second'])
      nodes.push(await createNode(programs, path.join(folder, name), owner));
    const urls = nodes.map(({ port }) => `postgres://postgres@127.0.0.1:${port}`);
    for (const url of urls) {
      await queryOnce(`${url}/postgres`, 'create database muster');
      await queryOnce(`${url}/muster`, 'create extension citus');
    }
    const url = `${urls[0]}/muster`;
    const [coordinator, ...workers] = nodes;
    await queryOnce(url, `select citus_set_coordinator_host('127.0.0.1', ${coordinator?.port})`);
    for (const { port } of workers) await queryOnce(url, `select citus_add_node('127.0.0.1', ${port})`);
    return { url, nodes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The folder with the programs of a PostgreSQL that has Citus. */
async function findCitus(): Promise<string> {
  const installed = await Array.fromAsync(glob('/usr/lib/postgresql/*/bin/pg_config'));
  const configs = [process.env['PG_CONFIG'] ?? 'pg_config', ...installed.sort().reverse()];
  for (const config of configs) {
    const ask = async (what: string) => (await execute(config, [what])).stdout.trim();
    try {
      const programs = await ask('--bindir');
      await access(path.join(await ask('--pkglibdir'), 'citus.so'));
      await access(path.join(programs, 'postgres'));
      return programs;
    } catch {}
  }
  throw new Error(
    'This drill needs PostgreSQL with Citus 13 or newer. Install it, or set PG_CONFIG to the pg_config of its PostgreSQL.',
  );
}

/** PostgreSQL refuses to run as root. */
async function serverUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const ask = async (what: string) => Number((await execute('id', [what, 'postgres'])).stdout);
  return { uid: await ask('-u'), gid: await ask('-g') };
}

type Owner = Awaited<ReturnType<typeof serverUser>>;

async function createNode(programs: string, folder: string, owner: Owner): Promise<CitusNode> {
  const initdb = [
    '-A',
    'trust',
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale',
    'C.UTF-8',
    '--no-sync',
    '-D',
    folder,
  ];
  await execute(path.join(programs, 'initdb'), initdb, { ...owner, cwd: '/' });
  const port = await freePort();
  const lines = Object.entries({ ...settings, port }).map(([name, value]) => `${name} = '${value}'\n`);
  await appendFile(path.join(folder, 'postgresql.conf'), lines.join(''));
  let server: ChildProcess | undefined;
  // When the drill is interrupted: before its data is deleted.
  process.prependOnceListener('exit', () => endAll(server));
  const launch = async () => {
    const log = await open(`${folder}.log`, 'a');
    const stdio: StdioOptions = ['ignore', log.fd, log.fd];
    // Without HOME, where Citus would look for certificates of someone else.
    const env = { PATH: process.env['PATH'] ?? '' };
    const launched = spawn(path.join(programs, 'postgres'), ['-D', folder], {
      ...owner,
      cwd: '/',
      env,
      stdio,
    });
    await log.close();
    return launched;
  };
  const node = {
    port,
    async kill() {
      if (!isRunning(server)) return;
      const ended = once(server, 'exit');
      endAll(server);
      await ended;
    },
    async start() {
      await until(async () => {
        // Refused while a killed process is still using the shared memory.
        if (!isRunning(server)) server = await launch();
        return await answers(port);
      });
    },
  };
  await node.start();
  return node;
}

function isRunning(server: ChildProcess | undefined): server is ChildProcess {
  return server?.exitCode === null && server.signalCode === null;
}

function endAll(server: ChildProcess | undefined): void {
  if (!isRunning(server) || server.pid === undefined) return;
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(server.pid)], { encoding: 'utf8' });
  // The server first: it would replace processes that end.
  for (const one of [server.pid, ...(stdout.match(/\d+/g) ?? [])]) kill(Number(one));
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

async function answers(port: number): Promise<boolean> {
  return await queryOnce(`postgres://postgres@127.0.0.1:${port}/postgres`, 'select 1').then(
    () => true,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
