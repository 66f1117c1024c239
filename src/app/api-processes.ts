import cluster, { type Worker } from 'node:cluster';
import type { Figures, OtherProcesses } from '#platform/http/metrics.ts';
import { countRequestsInWork, ReportedRequests } from '#platform/jobs/give-way.ts';
import type { Log } from '#platform/log/index.ts';
import { type Message, ProcessChannel } from './process-channel.ts';
import { StartupError } from './startup-error.ts';

/** A process that ends earlier than this would probably do so again. */
const quickEndMs = 10_000;
const longestPauseMs = 30_000;
/** Less than the process that asks for all others waits for their answers. */
const othersTimeoutMs = 1_500;

/** How long to wait before a process is started again, by how many have ended quickly in a row. */
export function restartPauseMs(quickEnds: number): number {
  return quickEnds === 0 ? 0 : Math.min(longestPauseMs, 250 * 2 ** (quickEnds - 1));
}

interface ApiProcess {
  readonly worker: Worker;
  readonly channel: ProcessChannel;
  readonly startedMs: number;
  isListening: boolean;
}

export interface ApiProcessesOptions {
  readonly count: number;
  readonly log: Log;
  /** The figures of this process, which does everything except answering requests. */
  figures(): Promise<Figures>;
}

/**
 * The API processes of a service: all listen on one port, which this process shares out with Node's cluster module, one
 * connection after the other. One that ends is started again.
 */
export class ApiProcesses {
  readonly #options: ApiProcessesOptions;
  readonly #running = new Set<ApiProcess>();
  readonly #pauses = new Set<NodeJS.Timeout>();
  #quickEnds = 0;
  #hasStarted = false;
  #isStopping = false;
  readonly #ended = Promise.withResolvers<void>();

  private constructor(options: ApiProcessesOptions) {
    this.#options = options;
  }

  /** Resolves when all of them listen. */
  static async start(options: ApiProcessesOptions): Promise<{ processes: ApiProcesses; address: string }> {
    // Figures hold numbers that JSON can't write.
    cluster.setupPrimary({ serialization: 'advanced' });
    const processes = new ApiProcesses(options);
    try {
      const [address = ''] = await Promise.all(
        Array.from({ length: options.count }, () => processes.#fork()),
      );
      processes.#hasStarted = true;
      return { processes, address };
    } catch (error) {
      await processes.stop();
      throw error;
    }
  }

  /** Lets all of them finish what they have begun. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const pause of this.#pauses) clearTimeout(pause);
    if (this.#running.size === 0) return;
    for (const { channel } of this.#running) void channel.ask('stop');
    await this.#ended.promise;
  }

  /** Starts one process. Resolves with the address that it listens on. */
  #fork(): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const worker = cluster.fork();
    const channel = new ProcessChannel((message) => worker.send(message));
    const one: ApiProcess = { worker, channel, startedMs: performance.now(), isListening: false };
    this.#running.add(one);
    const requests = new ReportedRequests();
    channel.answer('requests', (count) => requests.report(count as number));
    const endCount = countRequestsInWork(() => requests.count());
    worker.on('message', (message) => void channel.receive(message));
    // What can't be sent to a process that is ending is reported here.
    worker.on('error', () => {});
    worker.on('exit', (code, signal) => {
      channel.close();
      endCount();
      reject(new Error(`an API process ended while it was starting (${signal ?? `code ${code}`})`));
      this.#onExit(one, code, signal);
    });
    channel.answer('listening', (address) => {
      one.isListening = true;
      this.#options.log.info({ pid: worker.process.pid }, 'an API process is ready');
      resolve(address as string);
    });
    channel.answer('failed', (message) => reject(new StartupError(message as string)));
    channel.answer('figures', async () => [
      await this.#options.figures(),
      ...(await this.#askOthers(one, 'figures')),
    ]);
    channel.answer('ready', async () => {
      if (
        this.#isStopping ||
        [...this.#running].filter((each) => each.isListening).length < this.#options.count
      )
        return false;
      return (await this.#askOthers(one, 'ready')).every((isReady) => isReady === true);
    });
    return promise;
  }

  async #askOthers(one: ApiProcess, question: 'figures' | 'ready'): Promise<unknown[]> {
    const others = [...this.#running].filter((each) => each !== one && each.isListening);
    return await Promise.all(others.map(({ channel }) => channel.ask(question, undefined, othersTimeoutMs)));
  }

  #onExit(one: ApiProcess, code: number | null, signal: string | null): void {
    this.#running.delete(one);
    if (this.#isStopping) {
      if (this.#running.size === 0) this.#ended.resolve();
      return;
    }
    // An error at the start goes to the person who starts the service.
    if (!this.#hasStarted) return;
    const isQuick = performance.now() - one.startedMs < quickEndMs;
    this.#quickEnds = isQuick ? this.#quickEnds + 1 : 0;
    const pauseMs = restartPauseMs(this.#quickEnds);
    const { log } = this.#options;
    log.error(
      { pid: one.worker.process.pid, code, signal, pauseMs },
      'an API process ended; starting another one',
    );
    const pause = setTimeout(() => {
      this.#pauses.delete(pause);
      // If this one fails too, its exit says so.
      this.#fork().catch(() => {});
    }, pauseMs);
    this.#pauses.add(pause);
  }
}

/** The channel of an API process to the process that started it, and through it to all others. */
export function primaryProcess(): { channel: ProcessChannel; otherProcesses: OtherProcesses } {
  const channel = new ProcessChannel((message) => process.send?.(message));
  process.on('message', (message) => void channel.receive(message as Message));
  const otherProcesses: OtherProcesses = {
    async figures() {
      const answers = ((await channel.ask('figures')) ?? []) as (Figures | undefined)[];
      return answers.filter((figures) => figures !== undefined);
    },
    areReady: async () => (await channel.ask('ready')) === true,
    answerWith({ figures, isReady }) {
      channel.answer('figures', figures);
      channel.answer('ready', isReady);
    },
  };
  return { channel, otherProcesses };
}
