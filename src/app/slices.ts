import type { Slice } from '#platform/slice.ts';

/** The one list of what this program can do. Order matters for demo data only. */
export const slices: readonly Slice[] = [];
