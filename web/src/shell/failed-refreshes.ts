/** A read as far as this looks at it. */
interface Read {
  readonly state: { readonly status: string; readonly data: unknown; readonly dataUpdatedAt: number };
  isActive(): boolean;
}

/** The reads on the screen whose last refresh failed, and how old the oldest of them is. */
export function failedRefreshes<R extends Read>(
  reads: readonly R[],
): { readonly queries: readonly R[]; readonly sinceMs: number | undefined } {
  const queries = reads.filter(
    (read) => read.isActive() && read.state.status === 'error' && read.state.data !== undefined,
  );
  const ages = queries.map(({ state }) => state.dataUpdatedAt);
  return { queries, sinceMs: ages.length === 0 ? undefined : Math.min(...ages) };
}
