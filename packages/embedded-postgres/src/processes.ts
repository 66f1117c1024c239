import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from './error.ts';

// What the machine knows about running processes. Linux has it in /proc; elsewhere these
// functions answer with what can be known, and the callers say what they make of that.

/** /proc/<pid>/stat after the command name, which may itself hold spaces and brackets: [state, parent, …]. */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** When the process started, in clock ticks since boot. Tells a process from a later one with its number. */
export function startTimeOf(pid: number): string | undefined {
  return statOf(pid)?.[19];
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Not allowed to signal it: then it exists.
    return hasCode(error, 'EPERM');
  }
  // A killed process stays in the table until its parent asks for its exit code.
  return statOf(pid)?.[0] !== 'Z';
}

/** The name of the program, if it works in this folder; undefined also where that cannot be known. */
function programIn(pid: number, folder: string): string | undefined {
  try {
    const there = statSync(`/proc/${pid}/cwd`);
    const wanted = statSync(folder);
    if (there.dev !== wanted.dev || there.ino !== wanted.ino) return undefined;
    // Linux marks a program whose file was replaced by an upgrade.
    return basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''));
  } catch {
    return undefined;
  }
}

/** Whether the process is a PostgreSQL server process of this folder. Linux only. */
export function isServerOf(pid: number, folder: string): boolean {
  return programIn(pid, folder) === 'postgres';
}

function serverProcessesOf(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => ['postgres', 'initdb'].includes(programIn(pid, folder) ?? ''));
}

export function signalProcess(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in the meantime.
  }
}

/** Sends one signal after the other until the process is gone. Returns whether it is. */
export async function endProcess(
  stillThere: () => boolean,
  steps: readonly { act: () => unknown; timeoutMs: number }[],
): Promise<boolean> {
  for (const { act, timeoutMs } of steps) {
    if (!stillThere()) return true;
    act();
    for (const deadline = Date.now() + timeoutMs; Date.now() < deadline && stillThere(); ) await sleep(10);
  }
  return !stillThere();
}

/**
 * Ends server processes that outlived their postmaster (and an initdb that outlived us). They hold the
 * shared memory of the old server, and PostgreSQL refuses to start while one of them lives: rightly so.
 * They are looked for again and again, because an initdb starts servers as it goes.
 */
export async function endServerProcessesOf(folder: string): Promise<void> {
  const signalAll = (name: NodeJS.Signals) => () => {
    for (const pid of serverProcessesOf(folder)) signalProcess(pid, name);
  };
  await endProcess(
    () => serverProcessesOf(folder).length > 0,
    [
      { act: signalAll('SIGQUIT'), timeoutMs: 2_000 },
      { act: signalAll('SIGKILL'), timeoutMs: 2_000 },
    ],
  );
}
