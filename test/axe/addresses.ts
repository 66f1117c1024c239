import { glob, readFile } from 'node:fs/promises';

/** Who a page is for, from everyone to the owner: each may also visit what those before may. */
export const ranks = ['everybody', 'person', 'check_in', 'coordinator', 'admin'] as const;
export type Rank = (typeof ranks)[number];

export interface AppRoute {
  readonly path: string;
  readonly needs: Rank;
}

/** Addresses of the demo for every route of the app, in each form that it has. */
export const addresses: Readonly<Record<string, readonly string[]>> = {
  '/': ['/', '/?q=nothing-is-called-so'],
  '/calendar': ['/calendar', '/calendar?view=week', '/calendar?view=day'],
  '/shifts/$id': ['/shifts/1', '/shifts/4', '/shifts/999999'],
  '/journeys': ['/journeys'],
  '/journeys/$id': ['/journeys/1'],
  '/badges': ['/badges'],
  '/badges/$id': ['/badges/4'],
  '/login': ['/login'],
  '/signup': ['/signup', '/signup?setup=setup_x'],
  '/forgot-password': ['/forgot-password'],
  '/reset-password': ['/reset-password?token=x'],
  '/verify-email': ['/verify-email?token=x'],
  '/invitation': ['/invitation?token=x'],
  '/me': ['/me'],
  '/me/hours': ['/me/hours'],
  '/me/journeys': ['/me/journeys'],
  '/me/badges': ['/me/badges'],
  '/me/forms': ['/me/forms'],
  '/me/availability': ['/me/availability'],
  '/me/settings': ['/me/settings'],
  '/notifications': ['/notifications'],
  '/profile': ['/profile'],
  '/forms/$id': ['/forms/1', '/forms/2'],
  '/desk': ['/desk'],
  '/desk/$shiftId': ['/desk/1'],
  '/manage': ['/manage'],
  '/manage/shifts': [
    '/manage/shifts',
    '/manage/shifts?view=day',
    '/manage/shifts?view=month',
    '/manage/shifts?view=timeline&by=role',
    '/manage/shifts?view=list',
  ],
  '/manage/shifts/new': ['/manage/shifts/new'],
  '/manage/shifts/$id': ['/manage/shifts/1', '/manage/shifts/4'],
  '/manage/shifts/$id/edit': ['/manage/shifts/1/edit'],
  '/manage/shifts/$id/print': ['/manage/shifts/1/print'],
  '/manage/shifts/$id/poster': ['/manage/shifts/1/poster'],
  '/manage/overview': ['/manage/overview'],
  '/manage/people': ['/manage/people'],
  '/manage/people/$id': ['/manage/people/5'],
  '/manage/messages': ['/manage/messages'],
  '/manage/hours': ['/manage/hours', '/manage/hours?by=month'],
  '/manage/forms': ['/manage/forms'],
  '/manage/forms/$id': ['/manage/forms/1', '/manage/forms/1?tab=submissions'],
  '/manage/journeys': ['/manage/journeys'],
  '/manage/journeys/$id': ['/manage/journeys/1', '/manage/journeys/1?tab=people'],
  '/manage/badges': ['/manage/badges'],
  '/manage/badges/$id': ['/manage/badges/2'],
  '/manage/programs': ['/manage/programs'],
  '/manage/missions': ['/manage/missions'],
  '/manage/settings': ['/manage/settings'],
  '/manage/members': ['/manage/members'],
  '/manage/api-keys': ['/manage/api-keys'],
  '/manage/audit': ['/manage/audit'],
  '/manage/webhooks': ['/manage/webhooks'],
  '/manage/webhooks/$id': ['/manage/webhooks/1'],
};

/** Every route, read from the sources: the app's own modules run in a browser only. */
export async function appRoutes(): Promise<AppRoute[]> {
  const routes: AppRoute[] = [];
  for await (const file of glob('web/src/features/*/routes.tsx')) {
    const blocks = (await readFile(file, 'utf8')).split('createRoute(').slice(1);
    for (const block of blocks) {
      const [, path] = /path: '([^']+)'/.exec(block) ?? [];
      const [, needs = 'everybody'] = /needs: '([^']+)'/.exec(block) ?? [];
      if (path === undefined) continue;
      const rank = ranks.find((one) => one === needs);
      if (rank === undefined) throw new Error(`${path} needs ${needs}, which the walk does not know`);
      routes.push({ path, needs: rank });
    }
  }
  return routes;
}
