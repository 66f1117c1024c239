import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../route.tsx';
import { texts } from '../../search-text.ts';

const getParentRoute = () => rootRoute;

export const meRoutes = [
  createRoute({
    getParentRoute,
    path: '/me',
    staticData: { needs: 'person' },
    validateSearch: texts('next'),
    component: page(() => import('./pages/my-shifts.tsx'), 'MyShiftsPage', 'me', 'shift'),
  }),
  createRoute({
    getParentRoute,
    path: '/me/hours',
    staticData: { needs: 'person' },
    component: page(() => import('./pages/my-hours.tsx'), 'MyHoursPage', 'me'),
  }),
  createRoute({
    getParentRoute,
    path: '/me/journeys',
    staticData: { needs: 'person' },
    component: page(() => import('./pages/my-journeys.tsx'), 'MyJourneysPage', 'me', 'journeys'),
  }),
  createRoute({
    getParentRoute,
    path: '/me/badges',
    staticData: { needs: 'person' },
    component: page(() => import('./pages/my-badges.tsx'), 'MyBadgesPage', 'me', 'badges'),
  }),
  createRoute({
    getParentRoute,
    path: '/me/forms',
    staticData: { needs: 'person' },
    component: page(() => import('./pages/my-forms.tsx'), 'MyFormsPage', 'me', 'forms'),
  }),
  createRoute({
    getParentRoute,
    path: '/profile',
    staticData: { needs: 'person' },
    validateSearch: texts('next'),
    component: page(() => import('./pages/profile.tsx'), 'ProfilePage', 'me'),
  }),
  createRoute({
    getParentRoute,
    path: '/me/availability',
    staticData: { needs: 'person' },
    validateSearch: texts('next'),
    component: page(() => import('./pages/availability.tsx'), 'AvailabilityPage', 'me'),
  }),
  createRoute({
    getParentRoute,
    path: '/me/settings',
    staticData: { needs: 'person' },
    component: page(() => import('./pages/my-settings.tsx'), 'MySettingsPage', 'me'),
  }),
] as const;
