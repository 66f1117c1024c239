import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../ui/route.tsx';
import { deliverySearch } from './delivery-search.ts';

const getParentRoute = () => rootRoute;

export const webhookRoutes = [
  createRoute({
    getParentRoute,
    path: '/manage/webhooks',
    staticData: { needs: 'admin' },
    validateSearch: deliverySearch,
    component: page(() => import('./pages/webhooks.tsx'), 'WebhooksPage', 'webhooks'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/webhooks/$id',
    staticData: { needs: 'admin' },
    validateSearch: deliverySearch,
    component: page(() => import('./pages/webhook.tsx'), 'WebhookPage', 'webhooks'),
  }),
] as const;
