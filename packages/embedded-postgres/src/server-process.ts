import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError, hasCode } from './error.ts';
import { signalProcess } from './processes.ts';
import { cannotSwitchUser, type ServerUser } from './server-user.ts';

/** A PostgreSQL folder with what it takes to run a program on it. */
export interface Site {
  readonly dataDir: string;
  /** PostgreSQL's own files. */
  readonly folder: string;
  readonly user: ServerUser | undefined;
  readonly binaries: Binaries;
}

/**
 * The folder may lie where the server's user cannot get to, below a home that only root may enter. The working
 * directory is entered while we are still root, and Linux has a name for it that needs no way through the
 * folders above.
 */
export function folderArgument({ folder, user }: Site, workingFolder = folder): string {
  return user !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : workingFolder;
}

/** Neither our secrets nor settings meant for other PostgreSQL tools (PGDATA, PGPORT, LC_ALL) reach the server. */
function environment(): NodeJS.ProcessEnv {
  const kept = process.platform === 'win32' ? ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'COMSPEC'] : [];
  return {
    PATH: '/usr/bin:/bin',
    LC_ALL: 'C',
    TZ: 'UTC',
    ...Object.fromEntries(kept.map((name) => [name, process.env[name]])),
  };
}

export function spawnAsServerUser(
  site: Site,
  program: string,
  args: readonly string[],
  options: SpawnOptions & { cwd: string },
): ChildProcess {
  return spawn(program, args, { ...site.user, env: environment(), windowsHide: true, ...options });
}

/** How a process ended, in words; rejects if it could not be started at all. */
export function endOf(child: ChildProcess, site: Site): Promise<{ code: number | null; words: string }> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) =>
      resolve({ code, words: signal === null ? `exit code ${code}` : `signal ${signal}` }),
    );
    child.once('error', (error) => {
      if (site.user !== undefined && hasCode(error, 'EPERM', 'EINVAL')) {
        reject(cannotSwitchUser(site.user, error));
        return;
      }
      reject(
        new EmbeddedPostgresError(
          `The installed PostgreSQL does not run on this system (${error.message}); on Linux it needs glibc.\n` +
            'Use another PostgreSQL server.',
          { cause: error },
        ),
      );
    });
  });
}

/** Asks a postmaster to end: `fast` lets it write a checkpoint, `immediate` leaves that to recovery. */
export function requestShutdown(pid: number, mode: 'fast' | 'immediate', site: Site): void {
  if (process.platform === 'win32') {
    // Windows has no signals; PostgreSQL listens on its own pipe, which pg_ctl knows.
    spawnSync(site.binaries.pgCtl, ['stop', '-W', '-m', mode, '-D', site.folder], { windowsHide: true });
  } else {
    signalProcess(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  }
}
