import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../ui/route.tsx';
import { texts } from '../../ui/search-text.ts';

const getParentRoute = () => rootRoute;

export const organizationRoutes = [
  createRoute({
    getParentRoute,
    path: '/manage/settings',
    staticData: { needs: 'admin' },
    component: page(
      () => import('./pages/settings.tsx'),
      'SettingsPage',
      'manageOrganizations',
      'operations',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/members',
    staticData: { needs: 'admin' },
    component: page(() => import('./pages/members.tsx'), 'MembersPage', 'manageOrganizations'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/api-keys',
    staticData: { needs: 'admin' },
    component: page(() => import('./pages/api-keys.tsx'), 'ApiKeysPage', 'manageOrganizations'),
  }),
  createRoute({
    getParentRoute,
    path: '/invitation',
    validateSearch: texts('token'),
    component: page(() => import('./pages/invitation.tsx'), 'InvitationPage', 'organizations'),
  }),
] as const;
