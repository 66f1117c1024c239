import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { delayedChanges } from '../api/delayed-changes.ts';
import { noteIds } from '../api/delayed-notes.ts';
import type { Report } from '../api/finish-delayed.ts';
import { useSession } from '../api/me.ts';
import { whenBack } from '../api/recover.ts';
import { notify, useNotDone } from '../ui/notify.ts';

/** Says what wasn't done of what could be undone, and finishes what earlier pages couldn't send. */
export function useDelayedOutcomes(): void {
  const t = useTranslations('common.delayed');
  const failed = useNotDone();
  const session = useSession();
  useEffect(() => delayedChanges.onFailure(failed));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, in the language of that moment
  useEffect(() => {
    const tooLate = (text: string) => void notify.warning(t('tooLate', { text }));
    if (session === 'person' && noteIds().length > 0) finish({ done: notify.success, failed, tooLate });
  }, [session]);
}

function finish(report: Report): void {
  import('../api/finish-delayed.ts').then(
    ({ finishDelayed }) => finishDelayed(report),
    () => {
      const end = whenBack(() => {
        end();
        finish(report);
      });
    },
  );
}
