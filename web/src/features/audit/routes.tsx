import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../ui/route.tsx';
import { auditSearch } from './audit-search.ts';

const getParentRoute = () => rootRoute;

export const auditRoutes = [
  createRoute({
    getParentRoute,
    path: '/manage/audit',
    staticData: { needs: 'admin' },
    validateSearch: auditSearch,
    component: page(
      () => import('./pages/audit.tsx'),
      'AuditPage',
      'audit',
      'manageForms',
      'manageOrganizations',
    ),
  }),
] as const;
