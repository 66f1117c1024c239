import type { Slice } from '#platform/slice.ts';
import { reportRoutes } from './routes.ts';

/** Numbers for a period, put together from what the other slices know. Has no tables. */
export const reports: Slice = { name: 'reports', routes: reportRoutes };
