import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../route.tsx';
import { texts } from '../../search-text.ts';
import { auditSearch } from './audit/audit-search.ts';
import { memberSearch } from './members/member-search.ts';
import { archivedSearch } from './parts/archived-search.ts';
import { deliverySearch } from './webhooks/delivery-search.ts';

const getParentRoute = () => rootRoute;

export const adminRoutes = [
  createRoute({
    getParentRoute,
    path: '/manage/forms',
    staticData: { needs: 'coordinator' },
    validateSearch: archivedSearch,
    component: page(() => import('./pages/forms.tsx'), 'FormsPage', 'admin', 'manageForms'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/forms/$id',
    staticData: { needs: 'coordinator' },
    validateSearch: texts('tab'),
    component: page(() => import('./pages/form.tsx'), 'FormPage', 'admin', 'forms', 'manageForms'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/journeys',
    staticData: { needs: 'coordinator' },
    validateSearch: archivedSearch,
    component: page(() => import('./pages/journeys.tsx'), 'JourneysPage', 'admin', 'manageJourneys'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/journeys/$id',
    staticData: { needs: 'coordinator' },
    validateSearch: texts('tab'),
    component: page(() => import('./pages/journey.tsx'), 'JourneyPage', 'admin', 'manageJourneys'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/badges',
    staticData: { needs: 'coordinator' },
    validateSearch: archivedSearch,
    component: page(() => import('./pages/badges.tsx'), 'BadgesPage', 'admin', 'manageBadges'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/badges/$id',
    staticData: { needs: 'coordinator' },
    component: page(() => import('./pages/badge.tsx'), 'BadgePage', 'admin', 'manageBadges'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/programs',
    staticData: { needs: 'coordinator' },
    validateSearch: archivedSearch,
    component: page(() => import('./pages/programs.tsx'), 'ProgramsPage', 'admin', 'settings', 'plans'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/missions',
    staticData: { needs: 'coordinator' },
    validateSearch: archivedSearch,
    component: page(() => import('./pages/missions.tsx'), 'MissionsPage', 'admin', 'plans'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/settings',
    staticData: { needs: 'admin' },
    component: page(() => import('./pages/settings.tsx'), 'SettingsPage', 'admin', 'settings'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/members',
    staticData: { needs: 'admin' },
    validateSearch: memberSearch,
    component: page(() => import('./pages/members.tsx'), 'MembersPage', 'admin', 'members'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/api-keys',
    staticData: { needs: 'admin' },
    component: page(() => import('./pages/api-keys.tsx'), 'ApiKeysPage', 'admin', 'settings'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/audit',
    staticData: { needs: 'admin' },
    validateSearch: auditSearch,
    component: page(() => import('./pages/audit.tsx'), 'AuditPage', 'admin', 'audit', 'settings'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/webhooks',
    staticData: { needs: 'admin' },
    validateSearch: deliverySearch,
    component: page(() => import('./pages/webhooks.tsx'), 'WebhooksPage', 'admin', 'webhooks'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/webhooks/$id',
    staticData: { needs: 'admin' },
    validateSearch: deliverySearch,
    component: page(() => import('./pages/webhook.tsx'), 'WebhookPage', 'admin', 'webhooks'),
  }),
] as const;
