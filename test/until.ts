/**
 * Waits until something holds: the one place where tests poll. The time-out is for what would hang, not a promise
 * about speed, so it is long.
 */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 90_000): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadlineMs) throw new Error(`Still not so after ${timeoutMs} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Waits until the attempt succeeds, and returns its result. What it threw last is reported in the end. */
export async function eventually<T>(attempt: () => T | Promise<T>, timeoutMs?: number): Promise<T> {
  let outcome: { result: T } | undefined;
  let failure: unknown;
  const succeeds = async () => {
    try {
      outcome = { result: await attempt() };
    } catch (error) {
      failure = error;
    }
    return outcome !== undefined;
  };
  await until(succeeds, timeoutMs).catch(() => undefined);
  if (!outcome) throw failure;
  return outcome.result;
}
