import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../ui/route.tsx';
import { archivedSearch, texts } from '../../ui/search-text.ts';

const getParentRoute = () => rootRoute;

export const formRoutes = [
  createRoute({
    getParentRoute,
    path: '/me/forms',
    staticData: { needs: 'person' },
    component: page(() => import('./pages/my-forms.tsx'), 'MyFormsPage', 'forms'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/forms',
    staticData: { needs: 'coordinator' },
    validateSearch: archivedSearch,
    component: page(() => import('./pages/manage-forms.tsx'), 'ManageFormsPage', 'manageForms'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/forms/$id',
    staticData: { needs: 'coordinator' },
    validateSearch: texts('tab'),
    component: page(() => import('./pages/manage-form.tsx'), 'ManageFormPage', 'forms', 'manageForms'),
  }),
  createRoute({
    getParentRoute,
    path: '/forms/$id',
    staticData: { needs: 'person' },
    validateSearch: texts('next'),
    component: page(() => import('./pages/fill-form.tsx'), 'FillFormPage', 'forms'),
  }),
] as const;
