import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../route.tsx';

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
    component: page(() => import('./pages/journey.tsx'), 'JourneyPage', 'journeys'),
  }),
] as const;
