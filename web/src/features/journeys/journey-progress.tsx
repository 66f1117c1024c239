import { Progress } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import classes from './journeys.module.css';

type Done = Pick<Schemas['Enrollment'], 'steps_done' | 'steps_required'>;

/** How far somebody is, in words and as a bar. */
export function JourneyProgress({ enrollment }: { readonly enrollment: Done }) {
  const t = useTranslations('journeys.public');
  const { steps_done: done, steps_required: all } = enrollment;
  const words = t('progress', { done, all });
  return (
    <div>
      <Progress.Root size="lg">
        <Progress.Section value={all === 0 ? 100 : (100 * done) / all} aria-label={words} />
      </Progress.Root>
      <span className={classes['dim']}>{words}</span>
    </div>
  );
}
