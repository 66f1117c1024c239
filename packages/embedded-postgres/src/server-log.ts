import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { giveTo, type ServerUser } from './server-user.ts';

const limitBytes = 10_000_000;
const checkEveryMs = 60 * 60 * 1000;

export interface ServerLog {
  /** Inherited by the server, so that it can go on writing when we are gone. */
  readonly file: number;
  sizeBytes(): number;
  textFrom(position: number): string;
  close(): void;
}

/** <dataDir>/postgres.log and the one before it, postgres.log.1; together not much over twice the limit. */
export function openServerLog(dataDir: string, user: ServerUser | undefined): ServerLog {
  const path = join(dataDir, 'postgres.log');
  const { O_RDWR, O_CREAT, O_APPEND } = constants;
  // Windows has no O_NOFOLLOW.
  const file = openSync(path, O_RDWR | O_CREAT | O_APPEND | (constants.O_NOFOLLOW ?? 0), 0o600);
  giveTo(user, file);

  const rotate = () => {
    if (fstatSync(file).size <= limitBytes) return;
    rmSync(`${path}.1`, { force: true });
    copyFileSync(path, `${path}.1`);
    // The server appends: its next line lands at the new end.
    ftruncateSync(file, 0);
  };
  rotate();
  const timer = setInterval(() => {
    try {
      rotate();
    } catch {
      // A full disk must not end the service over its log.
    }
  }, checkEveryMs).unref();

  return {
    file,
    sizeBytes: () => fstatSync(file).size,
    textFrom(position) {
      const text = Buffer.alloc(Math.max(0, fstatSync(file).size - position));
      readSync(file, text, 0, text.length, position);
      return text.toString('utf8');
    },
    close() {
      clearInterval(timer);
      closeSync(file);
    },
  };
}
