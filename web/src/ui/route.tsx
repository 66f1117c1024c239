import { createRootRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { type Area, loadAreas } from '../i18n/language.ts';
import { lazyPart } from './lazy-part.tsx';
import { Page } from './page.tsx';

/** The parent of every page; each feature makes its routes below it in its `routes.tsx`. The shell around them is put on by router.ts. */
export const rootRoute = createRootRoute();

/** A page that is loaded when it is first visited, together with the texts of the areas that it uses. */
export function page<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  ...areas: readonly Area[]
) {
  return lazyPart(async () => {
    const [module] = await Promise.all([load(), loadAreas(areas)]);
    return { default: module[name] as () => ReactNode };
  }, NotLoaded);
}

function NotLoaded({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('errors');
  return <Page title={t('unknown')}>{children}</Page>;
}
