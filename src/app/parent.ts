const checkMs = 500;

/**
 * Calls back when the process that started us has ended. For `npm start` and `npm run`: npm passes SIGTERM to a shell, which ends
 * without passing it on. Otherwise, a process may well outlive the one that started it.
 */
export function onParentEnd(callback: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, checkMs);
  timer.unref();
}
