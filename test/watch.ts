import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { wholeNumber } from './whole-number.ts';

/** More than the longest test may take. */
const silenceMs =
  wholeNumber('MUSTER_TEST_SILENCE_SECONDS', process.env['MUSTER_TEST_SILENCE_SECONDS'] || '900') * 1_000;
const graceMs = 5_000;

interface Watch {
  /** The process has reported something. */
  refresh(): void;
  stop(): void;
}

/**
 * Ends the process that runs these files if it no longer reports anything. `node:test` asks it to end with SIGTERM, which an
 * endless loop or a handler that does nothing keeps it from, and then waits for its output as long as a process that it has
 * started holds that open. `onEnd` gets what was wrong.
 */
export function watchProcess(
  paths: readonly string[],
  signal: AbortSignal,
  onEnd: (why: string) => void,
): Watch {
  let silence: NodeJS.Timeout | undefined;
  const onSpawn = (child: ChildProcess) => {
    if (!paths.every((path) => child.spawnargs.includes(path))) return;
    const kill = () => child.kill('SIGKILL');
    silence = setTimeout(() => {
      onEnd(`Nothing was reported for ${silenceMs / 1_000} seconds, so the process was killed.`);
      kill();
    }, silenceMs);
    let stopping: NodeJS.Timeout | undefined;
    const onAbort = () => {
      stopping = setTimeout(kill, graceMs);
    };
    signal.addEventListener('abort', onAbort);
    child.once('exit', () => {
      clearTimeout(silence);
      silence = undefined;
      clearTimeout(stopping);
      signal.removeEventListener('abort', onAbort);
      const held = setTimeout(() => {
        onEnd('The process has ended, but another one that it started holds its output open.');
        for (const stream of [child.stdout, child.stderr]) stream?.destroy();
      }, graceMs);
      child.once('close', () => clearTimeout(held));
    });
  };
  const onChild = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    child.once('spawn', () => onSpawn(child));
  };
  subscribe('child_process', onChild);
  return {
    refresh: () => silence?.refresh(),
    stop: () => unsubscribe('child_process', onChild),
  };
}
