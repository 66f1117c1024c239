/** Moments in which a crash could lose an event or deliver it twice. */
export type CrashPoint =
  /** An event is written, its transaction still open. */
  | 'before-commit'
  /** It is committed, and no one has been notified. */
  | 'after-commit'
  /** A batch of events is handed on, the relay's transaction still open. */
  | 'relay-before-commit'
  | 'relay-after-commit'
  /** A receiver has answered, and that is written nowhere. */
  | 'after-send';

let armed: string | undefined;
let left = 0;

/** For the crash drill alone: `after-send:40` is the 40th time that this process passes the point. */
export function armCrashPoint(crashAt: string | undefined): void {
  const [point, times = '1'] = crashAt?.split(':') ?? [];
  armed = point;
  left = Number(times);
}

/** Ends the process as the loss of its machine would, where the drill has asked for that; else nothing. */
export function crashPoint(point: CrashPoint): void {
  if (point !== armed) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}
