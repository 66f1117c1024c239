import { Button, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useTranslations } from 'use-intl';
import { useTimes } from '../../../time/hooks.ts';
import { Problem } from '../../../ui/problem.tsx';
import { undoKeys } from '../../../ui/undo-key.ts';
import type { SentMove } from './sent-move.ts';

export function Saved({ saved, undo }: { readonly saved: SentMove; readonly undo: () => void }) {
  const t = useTranslations('manageShifts.move');
  const times = useTimes();
  const { shift, change, undoes, notes = [] } = saved;
  const isUndo = undoes !== undefined;
  const when = times.range('moment', change.start_time, change.end_time, shift.time_zone);
  return (
    <>
      {[t(isUndo ? 'undone' : 'moved', { title: shift.title, when }), ...notes].join(' ')}{' '}
      {!isUndo && (
        <Button variant="subtle" size="compact-md" aria-keyshortcuts={undoKeys} onClick={undo}>
          {t('undo')}
        </Button>
      )}
    </>
  );
}

/** Why a move was not saved: the reasons in its preview, or the error of a request. */
export function Refused({ why }: { readonly why: unknown }) {
  const t = useTranslations('manageShifts.move.refused');
  if (why === 'changed' || why === 'notMoved' || why === 'series')
    return <Text c="var(--mantine-color-error)">{t(why)}</Text>;
  if (!Array.isArray(why)) return <Problem error={why} />;
  return (why as readonly Schemas['FieldError'][]).map(({ message }) => (
    <Text key={message} c="var(--mantine-color-error)">
      {message}
    </Text>
  ));
}
