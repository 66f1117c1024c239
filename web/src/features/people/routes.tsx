import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../ui/route.tsx';
import { peopleSearch } from './people-search.ts';

const getParentRoute = () => rootRoute;

export const peopleRoutes = [
  createRoute({
    getParentRoute,
    path: '/manage/people',
    validateSearch: peopleSearch,
    staticData: { needs: 'coordinator' },
    component: page(
      () => import('./pages/people.tsx'),
      'PeoplePage',
      'manageNotifications',
      'manageOrganizations',
      'people',
    ),
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
      'manageOrganizations',
      'manageSignups',
    ),
  }),
] as const;
