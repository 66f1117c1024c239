import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../route.tsx';

const getParentRoute = () => rootRoute;

export const adminRoutes = [
  createRoute({
    getParentRoute,
    path: '/manage/forms',
    staticData: { needs: 'admin' },
    component: page(() => import('./pages/forms.tsx'), 'FormsPage', 'forms'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/forms/$id',
    staticData: { needs: 'admin' },
    component: page(() => import('./pages/form.tsx'), 'FormPage', 'forms'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/journeys',
    staticData: { needs: 'admin' },
    component: page(() => import('./pages/journeys.tsx'), 'JourneysPage', 'journeys'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/journeys/$id',
    staticData: { needs: 'admin' },
    component: page(() => import('./pages/journey.tsx'), 'JourneyPage', 'journeys'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/badges',
    staticData: { needs: 'admin' },
    component: page(() => import('./pages/badges.tsx'), 'BadgesPage', 'badges'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/badges/$id',
    staticData: { needs: 'admin' },
    component: page(() => import('./pages/badge.tsx'), 'BadgePage', 'badges'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/programs',
    staticData: { needs: 'admin' },
    component: page(() => import('./pages/programs.tsx'), 'ProgramsPage', 'manage'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/missions',
    staticData: { needs: 'admin' },
    component: page(() => import('./pages/missions.tsx'), 'MissionsPage', 'manage'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/settings',
    staticData: { needs: 'admin' },
    component: page(() => import('./pages/settings.tsx'), 'SettingsPage', 'settings'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/members',
    staticData: { needs: 'admin' },
    component: page(() => import('./pages/members.tsx'), 'MembersPage', 'people'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/api-keys',
    staticData: { needs: 'admin' },
    component: page(() => import('./pages/api-keys.tsx'), 'ApiKeysPage', 'settings'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/audit',
    staticData: { needs: 'admin' },
    component: page(() => import('./pages/audit.tsx'), 'AuditPage', 'settings'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/webhooks',
    staticData: { needs: 'admin' },
    component: page(() => import('./pages/webhooks.tsx'), 'WebhooksPage', 'webhooks'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/webhooks/$id',
    staticData: { needs: 'admin' },
    component: page(() => import('./pages/webhook.tsx'), 'WebhookPage', 'webhooks'),
  }),
] as const;
