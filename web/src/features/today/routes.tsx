import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../ui/route.tsx';

const getParentRoute = () => rootRoute;

export const todayRoutes = [
  createRoute({
    getParentRoute,
    path: '/manage',
    staticData: { needs: 'coordinator' },
    component: page(
      () => import('./pages/today.tsx'),
      'TodayPage',
      'today',
      'manageAsks',
      'manageSignups',
      'operations',
      'shifts',
    ),
  }),
] as const;
