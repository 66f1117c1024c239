import assert from 'node:assert/strict';
import { type ChildProcessByStdio, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { eventually, until } from './until.ts';

export const checkout = path.resolve(import.meta.dirname, '..');
const installTimeoutMs = 150_000;
const restartTimeoutMs = 60_000;
const stopTimeoutMs = 15_000;

/**
 * What a newcomer does with a fresh clone: `npm start`, look, stop, start again, `npm test`. With `installed`, the
 * packages and the built app are those of this checkout: 15 s of CPU instead of 60.
 */
export async function tryFreshClone({ installed }: { installed: boolean }): Promise<void> {
  const clone = freshClone();
  const starts: Start[] = [];
  const npmStart = () => {
    const start = new Start(clone);
    starts.push(start);
    return start;
  };
  try {
    if (installed) bringInstalled(clone);
    const first = npmStart();
    const address = await first.ready(installTimeoutMs);
    if (!installed) assert.match(first.printed, /Installing packages: nothing is installed yet/);
    assert.equal((await fetch(`${address}/healthz`)).status, 200);
    assert.equal((await fetch(`${address}/readyz`)).status, 200);
    const contract = await fetch(`${address}/api/v1/openapi.json`);
    assert.equal(contract.status, 200);
    assert.match(((await contract.json()) as { openapi: string }).openapi, /^3\.1\./);

    assert.ok(hasPostgres(clone));
    await first.stop();
    assert.equal(hasPostgres(clone), false, 'PostgreSQL has stopped');

    const second = npmStart();
    await second.ready(restartTimeoutMs);
    assert.doesNotMatch(second.printed, /Installing packages/);
    await second.stop();

    const { stdout } = await promisify(execFile)('npm', ['test', '--', '--list'], {
      cwd: clone,
      env: newcomersEnvironment(),
    });
    assert.match(stdout, /^test\/two-commands\.test\.ts$/m);
  } finally {
    for (const start of starts) start.kill();
    // A PostgreSQL whose owner was killed notices it and ends.
    await until(() => !hasPostgres(clone));
    rmSync(clone, { recursive: true, force: true, maxRetries: 5 });
  }
}

const hasPostgres = (clone: string) => existsSync(path.join(clone, 'data/postgres/postmaster.pid'));

/** What `git clone` would give if everything here were committed. */
function freshClone(): string {
  const clone = mkdtempSync(path.join(tmpdir(), 'muster-clone-'));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: checkout });
  for (const file of listed.toString().split('\0')) {
    if (file === '' || !lstatSync(path.join(checkout, file), { throwIfNoEntry: false })?.isFile()) continue;
    mkdirSync(path.dirname(path.join(clone, file)), { recursive: true });
    copyFileSync(path.join(checkout, file), path.join(clone, file));
  }
  return clone;
}

function bringInstalled(clone: string): void {
  symlinkSync(path.join(checkout, 'node_modules'), path.join(clone, 'node_modules'));
  const built = path.join(checkout, 'web/dist');
  if (existsSync(built)) cpSync(built, path.join(clone, 'web/dist'), { recursive: true });
}

/** The machine's own Node and npm, and nothing that the surrounding test run has set. */
function newcomersEnvironment(): NodeJS.ProcessEnv {
  const isOurs = /^(?:npm_|NODE_|MUSTER_|INIT_CWD$|DATABASE_URL$|SMTP_URL$|HOST$|LOG_LEVEL$)/i;
  const kept = Object.entries(process.env).filter(([name]) => !isOurs.test(name));
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const PATH = folders.filter((folder) => !folder.includes('node_modules')).join(path.delimiter);
  return { ...Object.fromEntries(kept), PATH, PORT: '0' };
}

class Start {
  readonly #npm: ChildProcessByStdio<null, Readable, Readable>;
  readonly #ended: Promise<unknown>;
  printed = '';

  constructor(clone: string) {
    this.#npm = spawn('npm', ['start'], {
      cwd: clone,
      env: newcomersEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#ended = once(this.#npm, 'exit');
    for (const stream of [this.#npm.stdout, this.#npm.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.printed += text;
      });
    }
  }

  get #group(): number {
    return this.#npm.pid ?? Number.NaN;
  }

  async ready(timeoutMs: number): Promise<string> {
    return await eventually(() => {
      const address = /Muster is ready[\s\S]*?(http:\/\/(?:127\.0\.0\.1|localhost):\d+)/.exec(this.printed);
      assert.ok(address?.[1] || this.#npm.exitCode === null, `npm start ended:\n${this.printed}`);
      assert.ok(address?.[1], `not ready:\n${this.printed}`);
      return address[1];
    }, timeoutMs);
  }

  async stop(): Promise<void> {
    process.kill(-this.#group, 'SIGTERM');
    await this.#ended;
    await eventually(() => {
      const left = this.#processes();
      assert.deepEqual(left, [], `still running after SIGTERM:\n${left.join('\n')}\n\n${this.printed}`);
    }, stopTimeoutMs);
  }

  /** For a test that failed half-way. */
  kill(): void {
    if (this.#processes().length > 0) process.kill(-this.#group, 'SIGKILL');
  }

  #processes(): string[] {
    const all = execFileSync('ps', ['-A', '-o', 'pgid=,stat=,args='], { encoding: 'utf8' }).split('\n');
    return all.filter((line) => {
      const [group, state = ''] = line.trim().split(/\s+/);
      return Number(group) === this.#group && !state.startsWith('Z');
    });
  }
}
