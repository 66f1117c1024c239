import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../route.tsx';
import { texts } from '../../search-text.ts';

const getParentRoute = () => rootRoute;

export const formRoutes = [
  createRoute({
    getParentRoute,
    path: '/forms/$id',
    staticData: { needs: 'person' },
    validateSearch: texts('next'),
    component: page(() => import('./pages/fill-form.tsx'), 'FillFormPage', 'forms'),
  }),
] as const;
