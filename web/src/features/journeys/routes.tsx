import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../route.tsx';
import { texts } from '../../search-text.ts';

const getParentRoute = () => rootRoute;

export const journeyRoutes = [
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
] as const;
