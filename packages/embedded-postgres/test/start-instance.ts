import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { abandonAddress } from '../src/address.ts';
import { startEmbeddedPostgres } from '../src/index.ts';
import { endServerProcessesOf } from '../src/processes.ts';

export const isRoot = process.getuid?.() === 0;
export const onlyRoot = { skip: isRoot && process.platform === 'linux' ? false : 'needs root on Linux' };
export const onlyLinux = {
  skip: process.platform === 'linux' ? false : 'looks into /proc, which is Linux only',
};
export const unsafeButFast = { fsync: 'off' };

const cleanups = new WeakMap<TestContext, (() => unknown)[]>();

/** Like `t.after`, but last in, first out: a server must have ended before its folder goes. */
export function finallyDo(t: TestContext, cleanup: () => unknown): void {
  const known = cleanups.get(t);
  if (known !== undefined) {
    known.push(cleanup);
    return;
  }
  const mine = [cleanup];
  cleanups.set(t, mine);
  t.after(async () => {
    for (const step of mine.toReversed()) await step();
  });
}

/** A folder that is gone after the test, with any server that a failed test left in it. */
export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-epg-'));
  finallyDo(t, async () => {
    await endServerProcessesOf(join(folder, 'data', 'postgres'));
    abandonAddress(join(folder, 'data'));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}

let template: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-epg-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), settings: unsafeButFast });
  await query(server.url, 'create table note (text text not null)');
  await server.stop();
  return join(folder, 'data');
}

/** A data folder that has been started and stopped once, with an empty table `note`. */
export async function usedDataDir(t: TestContext, within = temporaryFolder(t)): Promise<string> {
  template ??= makeTemplate();
  const dataDir = join(within, 'data');
  spawnSync('cp', ['-a', await template, dataDir]);
  return dataDir;
}

export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

export async function notes(url: string): Promise<unknown[]> {
  return (await query(url, 'select text from note order by text')).map((row) => row['text']);
}

export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

export interface Message {
  url?: string;
  log?: string;
  error?: string;
  message?: string;
}

export interface Instance {
  readonly child: ChildProcess;
  readonly messages: Message[];
  /** The first message that is not a log line: the url, or the error. */
  readonly answer: Message;
  end(signal: NodeJS.Signals): Promise<void>;
}

const fixture = join(import.meta.dirname, 'instance.ts');

export interface InstanceOptions {
  dataDir: string;
  pretend?: Record<string, string>;
  exitAtOnce?: boolean;
  settings?: Record<string, string>;
}

/** Starts a server in its own Node process, and waits until it runs or refuses. */
export async function startInstance(
  t: TestContext,
  options: InstanceOptions,
  { user = {}, wrapper = [], script = fixture }: { user?: object; wrapper?: string[]; script?: string } = {},
): Promise<Instance> {
  const argument = JSON.stringify({ settings: unsafeButFast, ...options });
  const [program = '', ...args] = [...wrapper, process.execPath, script, argument];
  const child = spawn(program, args, { ...user, stdio: ['ignore', 'pipe', 'inherit'], cwd: dirname(script) });
  const ended = once(child, 'exit');
  const messages: Message[] = [];
  const answer = new Promise<Message>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message: Message = JSON.parse(line);
      messages.push(message);
      if (message.log === undefined) resolve(message);
    });
    child.once('exit', (code) => setTimeout(resolve, 100, { error: `ended without a word (${code})` }));
  });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  finallyDo(t, () => (child.exitCode === null && child.signalCode === null ? end('SIGKILL') : undefined));
  return { child, messages, answer: await answer, end };
}

export function hasServer(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres', 'postmaster.pid'));
}
