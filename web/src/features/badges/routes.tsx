import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../ui/route.tsx';
import { archivedSearch, texts } from '../../ui/search-text.ts';

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
  createRoute({
    getParentRoute,
    path: '/me/badges',
    staticData: { needs: 'person' },
    component: page(() => import('./pages/my-badges.tsx'), 'MyBadgesPage', 'badges'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/badges',
    staticData: { needs: 'coordinator' },
    validateSearch: archivedSearch,
    component: page(() => import('./pages/manage-badges.tsx'), 'ManageBadgesPage', 'manageBadges'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/badges/$id',
    staticData: { needs: 'coordinator' },
    component: page(() => import('./pages/manage-badge.tsx'), 'ManageBadgePage', 'manageBadges'),
  }),
] as const;
