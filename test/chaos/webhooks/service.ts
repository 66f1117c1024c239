import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { testSecret } from '#test/database.ts';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const programs = {
  serve: [pathOf('api.ts')],
  worker: [pathOf('../../../bin/muster.js'), 'worker'],
};

/** Processes that would outlive an interrupted drill. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** How a process comes to its end: at a named point, at any moment, or not before the drill is over. */
export type Fate =
  | { readonly kind: 'point'; readonly crashAt: string }
  | { readonly kind: 'moment'; readonly afterMs: number }
  | { readonly kind: 'none' };

/** One process of the service, as an operator starts it. */
export class Service {
  readonly fate: Fate;
  readonly ended: Promise<unknown>;
  readonly #child: ChildProcess;
  readonly #ready = Promise.withResolvers<void>();
  /** Where it serves; undefined while it does not. */
  url: string | undefined;
  said = '';

  constructor(command: 'serve' | 'worker', databaseUrl: string, fate: Fate) {
    this.fate = fate;
    this.#child = spawn(process.execPath, programs[command], {
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
        PORT: '0',
        LOG_LEVEL: 'error',
        DATABASE_URL: databaseUrl,
        MUSTER_DEMO: 'off',
        MUSTER_SECRET: testSecret,
        MUSTER_DB_POOL: '6',
        MUSTER_RATE_LIMIT: 'off',
        MUSTER_ALLOW_TARGETS: '127.0.0.0/8',
        ...(fate.kind === 'point' && { MUSTER_CRASH_AT: fate.crashAt }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(this.#child);
    this.ended = once(this.#child, 'exit').finally(() => {
      running.delete(this.#child);
      this.url = undefined;
      this.#ready.resolve();
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => this.#read(text));
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && !this.wasKilled;
  }

  /** By its fate or by us; else it has given up, as it may while it starts and finds no PostgreSQL. */
  get wasKilled(): boolean {
    return this.#child.signalCode !== null;
  }

  /** Resolves when it is ready, or has died on the way there. */
  ready(): Promise<void> {
    return this.#ready.promise;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }

  #read(text: string): void {
    this.said += text;
    if (!/Stop {6}Ctrl-C/.test(this.said)) return;
    this.url ??= /Address {3}(\S+)/.exec(this.said)?.[1];
    this.#ready.resolve();
    if (this.fate.kind === 'moment') setTimeout(() => this.#child.kill('SIGKILL'), this.fate.afterMs);
  }
}
