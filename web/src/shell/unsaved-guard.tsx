import { useBlocker } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { session } from '../api/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { unsaved } from '../ui/unsaved.ts';

const DiscardDialog = lazyPart(() => import('./discard-dialog.tsx'), BrowserQuestion);

interface Place {
  readonly pathname: string;
  readonly search: unknown;
}

/** A tab of a page is in its search. A place on the page, after the #, changes nothing. */
const isElsewhere = (current: Place, next: Place) =>
  current.pathname !== next.pathname || JSON.stringify(current.search) !== JSON.stringify(next.search);

async function shouldBlockFn({ current, next }: { current: Place; next: Place }): Promise<boolean> {
  return unsaved.isLostByLeaving() && isElsewhere(current, next) && !(await unsaved.ask());
}

/** The page of a person who is no longer logged in must go, whatever is typed there. */
const enableBeforeUnload = () => unsaved.isLostByClosing() && session.state() !== 'leaving';

/** Asks before what was typed is lost. Forms take part by `useUnsaved`. */
export function UnsavedGuard() {
  useBlocker({ shouldBlockFn, enableBeforeUnload });
  const isAsking = useSyncExternalStore(unsaved.subscribe, unsaved.isAsking);
  return (
    isAsking && (
      <Suspense>
        <DiscardDialog />
      </Suspense>
    )
  );
}

/** Where the dialog can't be loaded, say because the service has a newer version, the browser asks. */
function BrowserQuestion() {
  const t = useTranslations('common.unsaved');
  const ask = useEffectEvent(() => unsaved.answer(window.confirm(`${t('title')}\n${t('text')}`)));
  useEffect(() => ask(), []);
  return null;
}
