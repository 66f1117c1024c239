import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../route.tsx';
import { texts } from '../../search-text.ts';

const getParentRoute = () => rootRoute;

export const badgeRoutes = [
  createRoute({
    getParentRoute,
    path: '/badges',
    component: page(() => import('./pages/badges.tsx'), 'BadgesPage', 'badges'),
  }),
  createRoute({
    getParentRoute,
    path: '/badges/$id',
    validateSearch: texts('next'),
    component: page(() => import('./pages/badge.tsx'), 'BadgePage', 'badges'),
  }),
] as const;
