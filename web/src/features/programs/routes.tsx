import { createRoute } from '@tanstack/react-router';
import { archivedSearch } from '../../ui/archived-search.ts';
import { page, rootRoute } from '../../ui/route.tsx';

const getParentRoute = () => rootRoute;

export const programRoutes = [
  createRoute({
    getParentRoute,
    path: '/manage/programs',
    staticData: { needs: 'coordinator' },
    validateSearch: archivedSearch,
    component: page(() => import('./pages/programs.tsx'), 'ProgramsPage', 'programs', 'manageOrganizations'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/missions',
    staticData: { needs: 'coordinator' },
    validateSearch: archivedSearch,
    component: page(() => import('./pages/missions.tsx'), 'MissionsPage', 'programs'),
  }),
] as const;
