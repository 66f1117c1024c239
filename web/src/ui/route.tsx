import { createRootRoute } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { update } from '../api/update.ts';
import { type Area, loadAreas } from '../i18n/language.ts';
import { type FailureFrameProps, lazyPart } from './lazy-part.tsx';
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

function NotLoaded({ needsReload, children }: FailureFrameProps) {
  const t = useTranslations('errors');
  useEffect(() => {
    if (needsReload) update.reloadIfHarmless();
  }, [needsReload]);
  return <Page title={t('unknown')}>{children}</Page>;
}
