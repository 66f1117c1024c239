import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../ui/route.tsx';
import { archivedSearch, texts } from '../../ui/search-text.ts';

const getParentRoute = () => rootRoute;

export const journeyRoutes = [
  createRoute({
    getParentRoute,
    path: '/me/journeys',
    staticData: { needs: 'person' },
    component: page(() => import('./pages/my-journeys.tsx'), 'MyJourneysPage', 'journeys'),
  }),
  createRoute({
    getParentRoute,
    path: '/journeys',
    component: page(() => import('./pages/journeys.tsx'), 'JourneysPage', 'journeys'),
  }),
  createRoute({
    getParentRoute,
    path: '/journeys/$id',
    validateSearch: texts('next'),
    component: page(() => import('./pages/journey.tsx'), 'JourneyPage', 'journeys'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/journeys',
    staticData: { needs: 'coordinator' },
    validateSearch: archivedSearch,
    component: page(() => import('./pages/manage-journeys.tsx'), 'ManageJourneysPage', 'manageJourneys'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/journeys/$id',
    staticData: { needs: 'coordinator' },
    validateSearch: texts('tab'),
    component: page(() => import('./pages/manage-journey.tsx'), 'ManageJourneyPage', 'manageJourneys'),
  }),
] as const;
