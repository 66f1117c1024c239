import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../ui/route.tsx';
import { texts } from '../../ui/search-text.ts';
import { boardSearch } from './board-search.ts';
import { calendarSearch } from './calendar-days.ts';
import { planSearch } from './plan/plan-search.ts';

const getParentRoute = () => rootRoute;

export const shiftRoutes = [
  createRoute({
    getParentRoute,
    path: '/',
    validateSearch: boardSearch,
    component: page(() => import('./pages/board.tsx'), 'BoardPage', 'shifts'),
  }),
  createRoute({
    getParentRoute,
    path: '/calendar',
    validateSearch: calendarSearch,
    component: page(() => import('./pages/calendar.tsx'), 'CalendarPage', 'shifts'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/shifts',
    validateSearch: planSearch,
    staticData: { needs: 'coordinator' },
    component: page(() => import('./pages/plan.tsx'), 'PlanPage', 'shifts', 'manageShifts'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/shifts/new',
    validateSearch: texts('date', 'start', 'end', 'end_date', 'program', 'location', 'role', 'next'),
    staticData: { needs: 'coordinator' },
    component: page(() => import('./pages/new-shift.tsx'), 'NewShiftPage', 'manageShifts'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/shifts/$id/edit',
    staticData: { needs: 'coordinator' },
    component: page(() => import('./pages/edit-shift.tsx'), 'EditShiftPage', 'manageShifts'),
  }),
] as const;
