import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../ui/route.tsx';
import { texts } from '../../ui/search-text.ts';

const getParentRoute = () => rootRoute;

export const accountRoutes = [
  createRoute({
    getParentRoute,
    path: '/profile',
    staticData: { needs: 'person' },
    validateSearch: texts('next'),
    component: page(() => import('./pages/profile.tsx'), 'ProfilePage', 'accounts'),
  }),
  createRoute({
    getParentRoute,
    path: '/me/settings',
    staticData: { needs: 'person' },
    component: page(
      () => import('./pages/my-settings.tsx'),
      'MySettingsPage',
      'accounts',
      'badges',
      'notifications',
      'organizations',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/login',
    validateSearch: texts('next'),
    component: page(() => import('./pages/log-in.tsx'), 'LogInPage', 'accounts'),
  }),
  createRoute({
    getParentRoute,
    path: '/signup',
    validateSearch: texts('next', 'invitation', 'setup'),
    component: page(() => import('./pages/sign-up.tsx'), 'SignUpPage', 'accounts'),
  }),
  createRoute({
    getParentRoute,
    path: '/forgot-password',
    component: page(() => import('./pages/forgot-password.tsx'), 'ForgotPasswordPage', 'accounts'),
  }),
  createRoute({
    getParentRoute,
    path: '/reset-password',
    validateSearch: texts('token'),
    component: page(() => import('./pages/reset-password.tsx'), 'ResetPasswordPage', 'accounts'),
  }),
  createRoute({
    getParentRoute,
    path: '/verify-email',
    validateSearch: texts('token'),
    component: page(() => import('./pages/verify-email.tsx'), 'VerifyEmailPage', 'accounts'),
  }),
] as const;
