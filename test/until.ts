/**
 * Waits until something holds: the one place where tests poll. The time-out is for what would hang, not a promise
 * about speed, so it is long. What lasts is looked at less often: many conditions are a statement or a request.
 */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 90_000): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  for (let pauseMs = 5; !(await condition()); pauseMs = Math.min(pauseMs + 1, 25)) {
    if (performance.now() > deadlineMs) throw new Error(`Still not so after ${timeoutMs} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
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
