import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../ui/route.tsx';

const getParentRoute = () => rootRoute;

export const notificationRoutes = [
  createRoute({
    getParentRoute,
    path: '/notifications',
    staticData: { needs: 'person' },
    component: page(() => import('./pages/notifications.tsx'), 'NotificationsPage', 'notifications'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/messages',
    staticData: { needs: 'coordinator' },
    component: page(() => import('./pages/messages.tsx'), 'MessagesPage', 'manageNotifications'),
  }),
] as const;
