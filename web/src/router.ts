import { createRouter } from '@tanstack/react-router';
import { accountRoutes } from './features/accounts/routes.tsx';
import { attendanceRoutes } from './features/attendance/routes.tsx';
import { auditRoutes } from './features/audit/routes.tsx';
import { badgeRoutes } from './features/badges/routes.tsx';
import { formRoutes } from './features/forms/routes.tsx';
import { hoursRoutes } from './features/hours/routes.tsx';
import { journeyRoutes } from './features/journeys/routes.tsx';
import { notificationRoutes } from './features/notifications/routes.tsx';
import { organizationRoutes } from './features/organizations/routes.tsx';
import { peopleRoutes } from './features/people/routes.tsx';
import { programRoutes } from './features/programs/routes.tsx';
import { reportRoutes } from './features/reports/routes.tsx';
import { shiftRoutes } from './features/shifts/routes.tsx';
import { signupRoutes } from './features/signups/routes.tsx';
import { todayRoutes } from './features/today/routes.tsx';
import { webhookRoutes } from './features/webhooks/routes.tsx';
import { FailedPage, NotFound, PendingPage } from './shell/fallback-pages.tsx';
import type { Needs } from './shell/navigation.ts';
import { Shell } from './shell/shell.tsx';
import { rootRoute } from './ui/route.tsx';
import { parseSearch, stringifySearch, understood } from './ui/search-text.ts';

export const router = createRouter({
  routeTree: rootRoute
    .update({ component: Shell, notFoundComponent: NotFound })
    .addChildren([
      ...shiftRoutes,
      ...signupRoutes,
      ...attendanceRoutes,
      ...hoursRoutes,
      ...formRoutes,
      ...journeyRoutes,
      ...badgeRoutes,
      ...peopleRoutes,
      ...notificationRoutes,
      ...reportRoutes,
      ...todayRoutes,
      ...programRoutes,
      ...organizationRoutes,
      ...webhookRoutes,
      ...auditRoutes,
      ...accountRoutes,
    ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: FailedPage,
  scrollRestoration: true,
  // The page of another person, shift or form starts empty: what was shown or typed belongs to the one before.
  defaultRemountDeps: ({ params }) => params,
});

for (const { options } of Object.values(router.routesById))
  if (typeof options.validateSearch === 'function')
    options.validateSearch = understood(options.validateSearch);

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Who the page is for; without it everyone. */
    readonly needs?: Needs;
    /** The page itself says when the service can't be reached. */
    readonly saysOffline?: boolean;
  }
  interface Register {
    router: typeof router;
  }
}
