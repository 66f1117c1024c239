import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../route.tsx';
import { texts } from '../../search-text.ts';
import { boardSearch } from './board-search.ts';
import { calendarSearch } from './calendar-search.ts';

const getParentRoute = () => rootRoute;

export const shiftRoutes = [
  createRoute({
    getParentRoute,
    path: '/',
    validateSearch: boardSearch,
    component: page(() => import('./pages/board.tsx'), 'BoardPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/calendar',
    validateSearch: calendarSearch,
    component: page(() => import('./pages/calendar.tsx'), 'CalendarPage', 'shift'),
  }),
  createRoute({
    getParentRoute,
    path: '/shifts/$id',
    // `code`: the poster at the door carries one for checking in. `then`: what the person was about to do.
    validateSearch: texts('code', 'then'),
    component: page(() => import('./pages/shift.tsx'), 'ShiftPage', 'shift'),
  }),
] as const;
