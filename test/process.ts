import { type ChildProcess, spawn } from 'node:child_process';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { addressesOf, testSecret } from './database.ts';

const program = fileURLToPath(new URL('../bin/muster.js', import.meta.url));

/** As the test files have it: collecting garbage less often while the service is loaded saves a little of the CPU of a start. */
const roomy = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface MusterProcess {
  readonly child: ChildProcess;
  /** Where it serves, once it is ready. */
  readonly url: string;
  readonly ended: Promise<Ending>;
  stdout(): string;
  stderr(): string;
  /** Asks it to stop and answers how it ended. */
  stop(signal?: NodeJS.Signals): Promise<Ending>;
}

export interface Outcome extends Ending {
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Record<string, string>;

/** Runs a command of the program to its end. */
export async function runMuster(args: readonly string[], environment: Environment = {}): Promise<Outcome> {
  const { ended, stdout, stderr } = launch(args, environment);
  return { ...(await ended), stdout: stdout(), stderr: stderr() };
}

/** Starts a service as its own process and waits for its banner. Killed when the file's tests have run. */
export async function startMuster(
  args: readonly string[],
  environment: Environment = {},
): Promise<MusterProcess> {
  const launched = launch(args, environment);
  after(() => void launched.child.kill('SIGKILL'));
  const url = await Promise.race([banner(launched), launched.ended.then(() => undefined)]);
  if (url === undefined)
    throw new Error(`muster ${args.join(' ')} ended:\n${launched.stdout()}${launched.stderr()}`);
  return {
    ...launched,
    url,
    stop(signal = 'SIGTERM') {
      launched.child.kill(signal);
      return launched.ended;
    },
  };
}

type Launched = Omit<MusterProcess, 'url' | 'stop'>;

function launch(args: readonly string[], environment: Environment): Launched {
  const child = spawn(process.execPath, [...roomy, program, ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      PORT: '0',
      MUSTER_SECRET: testSecret,
      MUSTER_DB_POOL: '6',
      ...environment,
      ...throughPooler(environment),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = new Promise<Ending>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  return { child, ended, stdout: () => out, stderr: () => err };
}

function throughPooler({ DATABASE_URL = '' }: Environment): Environment {
  if (!URL.canParse(DATABASE_URL)) return {};
  const { url, directUrl } = addressesOf(DATABASE_URL);
  return directUrl === undefined ? {} : { DATABASE_URL: url, DATABASE_LISTEN_URL: directUrl };
}

function banner({ child, stdout }: Launched): Promise<string> {
  return new Promise((resolve) => {
    child.stdout?.on('data', () => {
      if (/Stop {6}Ctrl-C/.test(stdout())) resolve(/Address {3}(\S+)/.exec(stdout())?.[1] ?? '');
    });
  });
}
