import type { Slice } from '#platform/slice.ts';
import { peopleRoutes } from './routes.ts';

/** A member as coordinators see them, put together from what the other slices know. Has no tables. */
export const people: Slice = { name: 'people', routes: peopleRoutes };
