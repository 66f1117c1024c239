import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTask } from '../../../api/mutation.ts';
import { useTimes } from '../../../time/hooks.ts';
import { FormDialog } from '../../../ui/dialog.tsx';
import { type Scope, ScopeChoice } from '../series-progress.tsx';
import { Refused } from './move-news.tsx';
import { isElsewhere, type Preview, previewQuery } from './preview.ts';
import type { DroppedMove } from './sent-move.ts';
import { focusShift } from './use-roving.ts';

interface SeriesMoveDialogProps {
  readonly dropped: DroppedMove;
  readonly isSending: boolean;
  readonly error: unknown;
  readonly submit: (scope: Scope, preview: Preview) => void;
  readonly close: () => void;
}

/** Asks which shifts of a series are meant, and says what would happen to them. */
export function SeriesMoveDialog(props: SeriesMoveDialogProps) {
  const { isSending, error, submit, close } = props;
  const { shift, change, notes } = props.dropped;
  const t = useTranslations('manageShifts.move');
  const times = useTimes();
  const [scope, setScope] = useState<Scope>('this');
  const range = (start: string, end: string) => times.range('moment', start, end, shift.time_zone);
  const cache = useQueryClient();
  const preview = useQuery(previewQuery(shift, change, scope));
  // The button never waits for the preview: who is faster waits after the click.
  const ask = useTask((chosen: Scope) => cache.fetchQuery(previewQuery(shift, change, chosen)));
  const { people = 0, refusals = [], warnings = [], unchanged = [] } = preview.data ?? {};
  const isChanged = preview.data !== undefined && isElsewhere(preview.data, shift);
  // The shift is drawn elsewhere by then: what had the focus before is gone.
  useEffect(() => () => focusShift(shift.id), [shift.id]);
  return (
    <FormDialog
      title={t('title', { title: shift.title })}
      submitLabel={t('submit')}
      isSending={isSending || ask.isPending}
      isDirty={false}
      error={error ?? preview.error}
      isDisabled={refusals.length > 0 || isChanged}
      close={close}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (preview.data !== undefined) return submit(scope, preview.data);
        ask.mutate(scope, {
          onSuccess: (known, chosen) =>
            known.refusals.length === 0 && !isElsewhere(known, shift) && submit(chosen, known),
        });
      }}
    >
      <Text>
        {t('change', {
          before: range(shift.start_time, shift.end_time),
          after: range(change.start_time, change.end_time),
        })}
      </Text>
      {notes.map((note) => (
        <Text key={note}>{note}</Text>
      ))}
      <ScopeChoice
        isFocused
        value={scope}
        onChange={(chosen) => {
          ask.reset();
          setScope(chosen);
        }}
      />
      <div role="status">
        {people > 0 && <Text>{t('told', { count: people })}</Text>}
        {[...warnings, ...unchanged].map(({ message }) => (
          <Text key={message}>{message}</Text>
        ))}
        {isChanged && <Refused why="changed" />}
        <Refused why={refusals} />
      </div>
    </FormDialog>
  );
}
