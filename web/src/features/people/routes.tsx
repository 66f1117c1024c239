import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../ui/route.tsx';
import { memberSearch } from '../organizations/index.ts';

const getParentRoute = () => rootRoute;

export const peopleRoutes = [
  createRoute({
    getParentRoute,
    path: '/manage/people',
    validateSearch: memberSearch,
    staticData: { needs: 'coordinator' },
    component: page(() => import('./pages/people.tsx'), 'PeoplePage', 'people'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/people/$id',
    staticData: { needs: 'coordinator' },
    component: page(
      () => import('./pages/person.tsx'),
      'PersonPage',
      'people',
      'forms',
      'manageBadges',
      'manageForms',
      'manageHours',
      'manageJourneys',
      'manageNotifications',
      'manageSignups',
    ),
  }),
] as const;
