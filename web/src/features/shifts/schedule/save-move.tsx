import { Button, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation, useTask } from '../../../api/mutation.ts';
import { useTimes } from '../../../time/hooks.ts';
import { Dialog, FormDialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';
import { isWorthShowing, type Scope, ScopeChoice, SeriesProgress } from '../series-progress.tsx';
import type { Shift } from '../shift.ts';
import { changeOf, type Move, type MoveChange } from './move.ts';
import { previewQuery } from './preview.ts';
import type { Grouping } from './rows.ts';
import { focusShift } from './use-roving.ts';

interface Asked {
  readonly shift: Shift;
  readonly change: MoveChange;
  readonly done: () => void;
}

interface Sent {
  readonly shift: Shift;
  /** What it was before. */
  readonly before: MoveChange;
  readonly change: MoveChange;
  readonly scope: Scope;
  /** What the preview was about: if it has changed since, nothing is saved. */
  readonly ifMatch?: string | undefined;
  readonly isUndo?: boolean;
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
    const { shift, change, scope, ifMatch } = sent;
    setSaved(undefined);
    cache.removeQueries({ queryKey: ['preview', shift.id] });
    patch.mutate(
      { path: { id: shift.id }, body: { ...change, ...(scope !== 'this' && { scope }) }, ifMatch },
      {
        onSuccess: ({ warnings, operation: started }) => {
          for (const { message } of warnings) void notify.warning(message);
          if (isWorthShowing(started)) setOperation(started);
          setSaved(sent);
          asked?.done();
          setAsked(undefined);
        },
        onSettled: () => asked === undefined && sent.done?.(),
      },
    );
  };
  const undo = ({ shift, before, change, scope }: Sent) => {
    focusShift(shift.id);
    send({ shift, before: change, change: before, scope, isUndo: true });
  };
  useUndoKey(saved !== undefined && !saved.isUndo && operation === undefined ? () => undo(saved) : undefined);
  const sentOf = ({ shift, change, done }: Asked, scope: Scope, ifMatch?: string): Sent => ({
    shift,
    before: beforeOf(shift, change),
    change,
    scope,
    ifMatch,
    done,
  });
  /** What would be refused goes back, with the reason. */
  const check = async (one: Asked) => {
    try {
      const { refusals, etag } = await cache.fetchQuery(previewQuery(one.shift, one.change, 'this'));
      if (refusals.length === 0) return send(sentOf(one, 'this', etag));
      setRefused(refusals);
    } catch (error) {
      setRefused(error);
    }
    one.done();
  };
  return {
    drop: (move, by, done) => {
      const change = changeOf(move, by);
      const { shift } = move;
      if (change === undefined) return done();
      patch.reset();
      setSaved(undefined);
      setRefused(undefined);
      if (shift.series_id !== null) setAsked({ shift, change, done });
      else void check({ shift, change, done });
    },
    news:
      refused !== undefined ? (
        Array.isArray(refused) ? (
          <Refusals refusals={refused} />
        ) : (
          <Problem error={refused} />
        )
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
          submit={(scope, ifMatch) => send(sentOf(asked, scope, ifMatch))}
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

/** Ctrl+Z, or Cmd+Z, outside of what is typed. */
function useUndoKey(undo: (() => void) | undefined): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
    if (undo === undefined || isTyping || event.key !== 'z' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    undo();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

function Saved({ saved, undo }: { readonly saved: Sent; readonly undo: () => void }) {
  const t = useTranslations('manageShifts.move');
  const times = useTimes();
  const { shift, change, isUndo = false } = saved;
  const when = times.range('moment', change.start_time, change.end_time, shift.time_zone);
  return (
    <>
      {t(isUndo ? 'undone' : 'moved', { title: shift.title, when })}{' '}
      {!isUndo && (
        <Button variant="subtle" size="compact-md" onClick={undo}>
          {t('undo')}
        </Button>
      )}
    </>
  );
}

function Refusals({ refusals }: { readonly refusals: readonly Schemas['FieldError'][] }) {
  return refusals.map(({ message }) => (
    <Text key={message} c="var(--mantine-color-error)">
      {message}
    </Text>
  ));
}

interface MoveDialogProps {
  readonly asked: Asked;
  readonly isSending: boolean;
  readonly error: unknown;
  readonly submit: (scope: Scope, ifMatch: string | undefined) => void;
  readonly close: () => void;
}

function MoveDialog({ asked: { shift, change }, isSending, error, submit, close }: MoveDialogProps) {
  const t = useTranslations('manageShifts.move');
  const times = useTimes();
  const [scope, setScope] = useState<Scope>('this');
  const range = (start: string, end: string) => times.range('moment', start, end, shift.time_zone);
  const cache = useQueryClient();
  const preview = useQuery(previewQuery(shift, change, scope));
  // The button never waits for the preview: who is faster waits after the click.
  const ask = useTask((chosen: Scope) => cache.fetchQuery(previewQuery(shift, change, chosen)));
  const { people = 0, refusals = [], warnings = [], etag } = preview.data ?? {};
  return (
    <FormDialog
      title={t('title', { title: shift.title })}
      submitLabel={t('submit')}
      isSending={isSending || ask.isPending}
      isDirty={false}
      error={error ?? preview.error}
      isDisabled={refusals.length > 0}
      close={close}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (preview.data !== undefined) return submit(scope, etag);
        ask.mutate(scope, {
          onSuccess: (known, chosen) => known.refusals.length === 0 && submit(chosen, known.etag),
        });
      }}
    >
      <Text>
        {t('change', {
          before: range(shift.start_time, shift.end_time),
          after: range(change.start_time, change.end_time),
        })}
      </Text>
      <ScopeChoice
        value={scope}
        onChange={(chosen) => {
          ask.reset();
          setScope(chosen);
        }}
      />
      <div role="status">
        {people > 0 && <Text>{t('told', { count: people })}</Text>}
        {warnings.map(({ message }) => (
          <Text key={message}>{message}</Text>
        ))}
        {refusals.length > 0 && <Refusals refusals={refusals} />}
      </div>
    </FormDialog>
  );
}
