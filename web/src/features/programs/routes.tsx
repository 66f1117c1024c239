import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../ui/route.tsx';
import { archivedSearch } from '../../ui/search-text.ts';

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
