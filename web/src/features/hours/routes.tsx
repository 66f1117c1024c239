import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../ui/route.tsx';
import { hoursSearch } from './hours-search.ts';

const getParentRoute = () => rootRoute;

export const hoursRoutes = [
  createRoute({
    getParentRoute,
    path: '/me/hours',
    staticData: { needs: 'person' },
    component: page(() => import('./pages/my-hours.tsx'), 'MyHoursPage', 'hours'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/hours',
    validateSearch: hoursSearch,
    staticData: { needs: 'coordinator' },
    component: page(() => import('./pages/hours.tsx'), 'HoursPage', 'manageHours', 'manageShifts'),
  }),
] as const;
