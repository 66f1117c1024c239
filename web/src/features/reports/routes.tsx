import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../ui/route.tsx';
import { overviewSearch } from './overview-search.ts';

const getParentRoute = () => rootRoute;

export const reportRoutes = [
  createRoute({
    getParentRoute,
    path: '/manage/overview',
    staticData: { needs: 'coordinator' },
    validateSearch: overviewSearch,
    component: page(() => import('./pages/overview.tsx'), 'OverviewPage', 'reports'),
  }),
] as const;
