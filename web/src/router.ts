import { createRouter } from '@tanstack/react-router';
import { adminRoutes } from './features/admin/routes.tsx';
import { badgeRoutes } from './features/badges/routes.tsx';
import { deskRoutes } from './features/desk/routes.tsx';
import { formRoutes } from './features/forms/routes.tsx';
import { journeyRoutes } from './features/journeys/routes.tsx';
import { manageRoutes } from './features/manage/routes.tsx';
import { meRoutes } from './features/me/routes.tsx';
import { shiftRoutes } from './features/shifts/routes.tsx';
import { welcomeRoutes } from './features/welcome/routes.tsx';
import { rootRoute } from './route.tsx';
import { parseSearch, stringifySearch } from './search-text.ts';
import { FailedPage, PendingPage } from './shell/failed-page.tsx';

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...shiftRoutes,
    ...meRoutes,
    ...formRoutes,
    ...journeyRoutes,
    ...badgeRoutes,
    ...manageRoutes,
    ...deskRoutes,
    ...adminRoutes,
    ...welcomeRoutes,
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: FailedPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
