import type { Slice } from '#platform/slice.ts';
import { attendanceEvents } from './events.ts';
import { attendanceRoutes } from './routes.ts';

export const attendance: Slice = {
  name: 'attendance',
  routes: attendanceRoutes,
  events: attendanceEvents,
};
