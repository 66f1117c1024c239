import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));

export interface Server {
  readonly url: string;
  readonly pid: number | undefined;
}

/** A process of the bench that is asked over its channel, one question at a time. */
export class Child {
  readonly #process: ChildProcess;
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    this.#process = fork(pathOf(file), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  async ask<Answer>(question: object): Promise<Answer> {
    const answered = Promise.withResolvers<{ error?: string }>();
    const ended = () => answered.reject(new Error(`${this.#file} has ended`));
    this.#process.once('message', answered.resolve).once('exit', ended);
    this.#process.send(question);
    const answer = await answered.promise.finally(() => this.#process.removeListener('exit', ended));
    if (answer.error !== undefined) throw new Error(`${this.#file}: ${answer.error}`);
    return answer as Answer;
  }

  async end(): Promise<void> {
    await endProcess(this.#process);
  }
}

export interface MusterProcess extends Server {
  /** From the start of the process to its word that it is ready. */
  readonly readySeconds: number;
  stop(): Promise<void>;
}

/** With its worker, without, or the worker alone. */
export type MusterCommand = 'start' | 'serve' | 'worker';

/** The real program with only the given settings, as an operator would start it. */
export async function startMuster(
  settings: Record<string, string>,
  command: MusterCommand = 'start',
): Promise<MusterProcess> {
  const startMs = performance.now();
  const child = spawn(process.execPath, [...profiling(), pathOf('../bin/muster.js'), command], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      // A worker has no address.
      if (said.includes('Ctrl-C')) resolve(/Address\s+(\S+)/.exec(said)?.[1] ?? '');
    });
    child.once('exit', () => reject(new Error(`muster ${command} has ended:\n${said}`)));
  });
  const readySeconds = (performance.now() - startMs) / 1_000;
  return { url, pid: child.pid, readySeconds, stop: () => endProcess(child) };
}

/** `BENCH_PROFILE=folder npm run bench -- trivial-read` leaves a CPU profile of the service there. */
function profiling(): string[] {
  const folder = process.env['BENCH_PROFILE'];
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [];
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
