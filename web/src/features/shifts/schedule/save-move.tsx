import { Button, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { refreshShifts, useApiMutation, useTask } from '../../../api/mutation.ts';
import { useTimes } from '../../../time/hooks.ts';
import { Dialog, FormDialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';
import { onUndoKey, undoKeys } from '../../../ui/undo-key.ts';
import { isWorthShowing, type Scope, ScopeChoice, SeriesProgress } from '../series-progress.tsx';
import type { Shift } from '../shift.ts';
import { changeOf, type Move, type MoveChange } from './move.ts';
import { isElsewhere, type Preview, previewQuery } from './preview.ts';
import type { Grouping } from './rows.ts';
import { useMoveNotes } from './use-move-notes.ts';
import { focusShift } from './use-roving.ts';

interface Asked {
  readonly shift: Shift;
  readonly change: MoveChange;
  /** What is worth a word about its times. */
  readonly notes: readonly string[];
  readonly done: () => void;
}

interface Sent {
  readonly shift: Shift;
  /** What it was before. */
  readonly before: MoveChange;
  readonly change: MoveChange;
  readonly scope: Scope;
  /** If what it was about has changed since, nothing is saved. */
  readonly preview?: Preview | undefined;
  readonly notes?: readonly string[];
  /** What is undone was about so many shifts. */
  readonly undoes?: number;
  readonly done?: () => void;
}

/** Saves a move: asks which shifts of a series are meant, says what became of it, and can undo it. */
export function useSaveMove(): {
  drop(move: Move, by: Grouping | undefined, done: () => void): void;
  readonly news: ReactNode;
  readonly dialog: ReactNode;
} {
  const [asked, setAsked] = useState<Asked>();
  const [saved, setSaved] = useState<Sent>();
  const [operation, setOperation] = useState<Schemas['SeriesChange']>();
  const [refused, setRefused] = useState<unknown>();
  const t = useTranslations('manageShifts.form');
  const cache = useQueryClient();
  const notesOf = useMoveNotes();
  const patch = useApiMutation('patch', '/api/v1/shifts/{id}', {
    invalidates: [['/api/v1/shifts'], ['/api/v1/shifts/calendar'], ['/api/v1/shifts/{id}']],
    optimistic: (draft, { path, body }) =>
      draft.update<InfiniteData<{ items: Shift[] }>>(['/api/v1/shifts/calendar'], (data) => ({
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map((one) => (one.id === path.id ? { ...one, ...timesIn(body) } : one)),
        })),
      })),
  });
  const send = (sent: Sent) => {
    const { shift, change, scope, preview } = sent;
    setSaved(undefined);
    cache.removeQueries({ queryKey: ['preview', shift.id] });
    patch
      .mutateAsync({
        path: { id: shift.id },
        body: { ...change, ...(scope !== 'this' && { scope }) },
        ifMatch: preview?.etag,
      })
      .then(
        ({ warnings, operation: started }) => {
          for (const { message } of warnings) void notify.warning(message);
          if (isWorthShowing(started)) setOperation(started);
          setSaved(sent);
          sent.done?.();
          setAsked((now) => (now?.done === sent.done ? undefined : now));
        },
        () => asked === undefined && sent.done?.(),
      );
  };
  /** What would be refused goes back, with the reason. */
  const check = async (sent: Sent) => {
    setRefused(undefined);
    try {
      const preview = await cache.fetchQuery(previewQuery(sent.shift, sent.change, sent.scope));
      // In a series, others may have come between those that were moved.
      const isOther = sent.undoes !== undefined && sent.undoes !== preview.changed;
      if (isElsewhere(preview, sent.shift)) {
        setRefused('changed');
        void refreshShifts();
      } else if (preview.refusals.length > 0) setRefused(preview.refusals);
      else if (isOther) setRefused('series');
      else return send({ ...sent, preview });
    } catch (error) {
      setRefused(error);
    }
    sent.done?.();
  };
  const undo = ({ shift, before, change, scope, preview }: Sent) => {
    focusShift(shift.id);
    setSaved(undefined);
    const follows = scope === 'this' && preview?.follows_series === true;
    void check({
      shift: { ...shift, ...timesIn(change) },
      before: change,
      change: { ...before, ...(follows && { follows_series: true }) },
      scope,
      undoes: preview?.changed ?? 1,
    });
  };
  useUndoKey(canUndo(saved) && operation === undefined ? () => undo(saved) : undefined);
  const sentOf = ({ shift, change, notes, done }: Asked, scope: Scope, preview?: Preview): Sent => ({
    shift,
    notes,
    before: beforeOf(shift, change),
    change,
    scope,
    preview,
    done,
  });
  return {
    drop: (move, by, done) => {
      const change = changeOf(move, by);
      const { shift } = move;
      if (change === undefined) return done();
      patch.reset();
      setSaved(undefined);
      setRefused(undefined);
      const asking = { shift, change, notes: notesOf(move), done };
      if (shift.series_id !== null) setAsked(asking);
      else void check(sentOf(asking, 'this'));
    },
    news:
      refused !== undefined ? (
        <Refused why={refused} />
      ) : patch.error !== null && asked === undefined ? (
        <Problem error={patch.error} />
      ) : saved !== undefined ? (
        <Saved saved={saved} undo={() => undo(saved)} />
      ) : undefined,
    dialog:
      asked !== undefined ? (
        <MoveDialog
          asked={asked}
          isSending={patch.isPending}
          error={patch.error}
          submit={(scope, preview) => send(sentOf(asked, scope, preview))}
          close={() => {
            setAsked(undefined);
            asked.done();
          }}
        />
      ) : operation !== undefined ? (
        <Dialog title={t('editTitle')} close={() => setOperation(undefined)}>
          <SeriesProgress started={operation} close={() => setOperation(undefined)} />
        </Dialog>
      ) : undefined,
  };
}

const canUndo = (saved: Sent | undefined): saved is Sent => saved !== undefined && saved.undoes === undefined;

const timesIn = ({ start_time, end_time, location }: Schemas['ChangeShiftRequest']) => ({
  ...(start_time !== undefined && { start_time }),
  ...(end_time !== undefined && { end_time }),
  ...(location !== undefined && { location }),
});

const beforeOf = ({ start_time, end_time, location }: Shift, change: MoveChange): MoveChange => ({
  start_time,
  end_time,
  ...(change.location !== undefined && { location }),
});

function useUndoKey(undo: (() => void) | undefined): void {
  const press = useEffectEvent(() => undo?.());
  const canUndo = undo !== undefined;
  useEffect(() => (canUndo ? onUndoKey(() => press()) : undefined), [canUndo]);
}

function Saved({ saved, undo }: { readonly saved: Sent; readonly undo: () => void }) {
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

/** Reasons of the service, its answer as it is, or that the shift or its series has changed. */
function Refused({ why }: { readonly why: unknown }) {
  const t = useTranslations('manageShifts.move.refused');
  if (why === 'changed' || why === 'series') return <Text c="var(--mantine-color-error)">{t(why)}</Text>;
  if (!Array.isArray(why)) return <Problem error={why} />;
  return (why as readonly Schemas['FieldError'][]).map(({ message }) => (
    <Text key={message} c="var(--mantine-color-error)">
      {message}
    </Text>
  ));
}

interface MoveDialogProps {
  readonly asked: Asked;
  readonly isSending: boolean;
  readonly error: unknown;
  readonly submit: (scope: Scope, preview: Preview) => void;
  readonly close: () => void;
}

function MoveDialog({ asked: { shift, change, notes }, isSending, error, submit, close }: MoveDialogProps) {
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
