import type { Slice } from '#platform/slice.ts';
import { searchRoutes } from './routes.ts';

/** Finds people and shifts of an organization by a few letters, for the search of the web app. Has no tables. */
export const search: Slice = { name: 'search', routes: searchRoutes };
