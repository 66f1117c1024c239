import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../ui/route.tsx';
import { texts } from '../../ui/search-text.ts';

const getParentRoute = () => rootRoute;

export const signupRoutes = [
  createRoute({
    getParentRoute,
    path: '/me',
    staticData: { needs: 'person' },
    validateSearch: texts('next'),
    component: page(
      () => import('./pages/my-shifts.tsx'),
      'MyShiftsPage',
      'signups',
      'asks',
      'attendance',
      'shifts',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/me/availability',
    staticData: { needs: 'person' },
    validateSearch: texts('next'),
    component: page(() => import('./pages/availability.tsx'), 'AvailabilityPage', 'signups'),
  }),
  createRoute({
    getParentRoute,
    path: '/shifts/$id',
    // `code`: the poster at the door carries one for checking in. `then`: what the person was about to do.
    validateSearch: texts('code', 'then'),
    component: page(
      () => import('./pages/shift.tsx'),
      'ShiftPage',
      'signups',
      'asks',
      'attendance',
      'organizations',
      'shifts',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/shifts/$id',
    staticData: { needs: 'coordinator' },
    component: page(
      () => import('./pages/roster.tsx'),
      'RosterPage',
      'signups',
      'manageSignups',
      'manageAsks',
      'manageNotifications',
      'manageShifts',
      'shifts',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/shifts/$id/print',
    staticData: { needs: 'coordinator' },
    validateSearch: texts('what', 'paper'),
    component: page(() => import('./pages/print.tsx'), 'PrintPage', 'manageSignups', 'shifts'),
  }),
] as const;
