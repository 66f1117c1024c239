import { createRootRoute } from '@tanstack/react-router';
import { type Area, loadAreas } from './i18n/language.ts';
import type { Needs } from './shell/navigation.ts';
import { NotFound } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';
import { lazyPart } from './ui/lazy-part.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Who the page is for; without it everybody. */
    readonly needs?: Needs;
  }
}

/** The parent of every page; each feature makes its routes below it in its `routes.tsx`. */
export const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound });

/** A page that is loaded when it is first visited, together with the texts of the areas that it uses. */
export function page<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  ...areas: readonly Area[]
) {
  return lazyPart(async () => {
    const [module] = await Promise.all([load(), loadAreas(areas)]);
    return { default: module[name] as () => React.ReactNode };
  });
}
