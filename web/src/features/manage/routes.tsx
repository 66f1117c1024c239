import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../route.tsx';
import { hoursSearch } from './hours/hours-search.ts';
import { peopleSearch } from './people/people-search.ts';
import { planSearch } from './plan/plan-search.ts';

const getParentRoute = () => rootRoute;

export const manageRoutes = [
  createRoute({
    getParentRoute,
    path: '/manage',
    staticData: { needs: 'coordinator' },
    component: page(() => import('./pages/today.tsx'), 'TodayPage', 'manage', 'shift', 'settings'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/shifts',
    validateSearch: planSearch,
    staticData: { needs: 'coordinator' },
    component: page(() => import('./pages/plan.tsx'), 'PlanPage', 'manage', 'shift'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/shifts/new',
    staticData: { needs: 'coordinator' },
    component: page(() => import('./pages/new-shift.tsx'), 'NewShiftPage', 'manage', 'shift'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/shifts/$id',
    staticData: { needs: 'coordinator' },
    component: page(() => import('./pages/roster.tsx'), 'RosterPage', 'manage', 'shift', 'people'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/shifts/$id/edit',
    staticData: { needs: 'coordinator' },
    component: page(() => import('./pages/edit-shift.tsx'), 'EditShiftPage', 'manage'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/shifts/$id/poster',
    staticData: { needs: 'coordinator' },
    component: page(() => import('./pages/poster.tsx'), 'PosterPage', 'manage'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/people',
    validateSearch: peopleSearch,
    staticData: { needs: 'coordinator' },
    component: page(() => import('./pages/people.tsx'), 'PeoplePage', 'people'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/people/$id',
    staticData: { needs: 'coordinator' },
    component: page(() => import('./pages/person.tsx'), 'PersonPage', 'people', 'manage'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/hours',
    validateSearch: hoursSearch,
    staticData: { needs: 'coordinator' },
    component: page(() => import('./pages/hours.tsx'), 'HoursPage', 'manage'),
  }),
] as const;
