/** The health of an endpoint, and when deliveries to it pause. */

/** After so many failures in a row only one delivery at a time tries, until one succeeds. */
export const failuresThatOpen = 5;
/** Between two such probes: half the time that it has been failing for, within these bounds. */
export const shortestProbeMs = 5_000;
export const longestProbeMs = 5 * 60_000;

const deactivatedAfterMs = 5 * 24 * 60 * 60_000;

export interface Health {
  readonly consecutiveFailures: number;
  readonly failingSinceMs: number | null;
}

/** An endpoint that has had no success for five days is deactivated, but never for a single failure. */
export function hasFailedTooLong({ consecutiveFailures, failingSinceMs }: Health, nowMs: number): boolean {
  return (
    consecutiveFailures >= failuresThatOpen &&
    failingSinceMs !== null &&
    nowMs - failingSinceMs >= deactivatedAfterMs
  );
}

/** One finished attempt, as far as the endpoint's health is concerned. */
export interface Sign {
  readonly endpointId: number;
  readonly succeeded: boolean;
  /** The endpoint was not quite well when this attempt was taken. */
  readonly failing: boolean;
}

/** What a batch of attempts says about one endpoint. */
export interface HealthChange {
  readonly endpointId: number;
  readonly succeeded: boolean;
  /** Failures since the last success of the batch, or all of them. */
  readonly failures: number;
}

/** Only endpoints about which there is news: a success of a healthy one is none, and costs no write. */
export function healthChanges(signs: readonly Sign[]): HealthChange[] {
  const changes = new Map<number, HealthChange & { news: boolean }>();
  for (const { endpointId, succeeded, failing } of signs) {
    const before = changes.get(endpointId) ?? { endpointId, succeeded: false, failures: 0, news: false };
    changes.set(endpointId, {
      endpointId,
      succeeded: before.succeeded || succeeded,
      failures: succeeded ? 0 : before.failures + 1,
      news: before.news || failing || !succeeded,
    });
  }
  return [...changes.values()]
    .filter(({ news }) => news)
    .map(({ news: _, ...change }) => change)
    .sort((one, other) => one.endpointId - other.endpointId);
}
