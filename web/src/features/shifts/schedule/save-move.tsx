import type { Schemas } from '@muster/client';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { refreshShifts, useApiMutation } from '../../../api/mutation.ts';
import { hasCode } from '../../../api/problem.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';
import { onUndoKey } from '../../../ui/undo-key.ts';
import { isWorthShowing, SeriesProgress } from '../series-progress.tsx';
import type { Shift } from '../shift.ts';
import { changeOf, type Move } from './move.ts';
import { Refused, Saved } from './move-news.tsx';
import { previewQuery } from './preview.ts';
import type { Grouping } from './rows.ts';
import { type DroppedMove, type SentMove, saveRefusalOf, sentMove, timesIn, undoOf } from './sent-move.ts';
import { SeriesMoveDialog } from './series-move-dialog.tsx';
import { useMoveNotes } from './use-move-notes.ts';
import { focusShift } from './use-roving.ts';

/** Saves a move: asks which shifts of a series are meant, says what became of it, and can undo it. */
export function useSaveMove(): {
  drop(move: Move, by: Grouping | undefined, done: () => void): void;
  readonly news: ReactNode;
  readonly dialog: ReactNode;
} {
  /** In a series, the question which shifts are meant is open. */
  const [asked, setAsked] = useState<DroppedMove>();
  const [saved, setSaved] = useState<SentMove>();
  const [operation, setOperation] = useState<Schemas['SeriesChange']>();
  const [refused, setRefused] = useState<unknown>();
  const t = useTranslations('manageShifts.form');
  const cache = useQueryClient();
  const notesOf = useMoveNotes();
  const patch = useShiftPatch();
  /** Someone else was faster: the shift is shown as it is now. */
  const leave = (sent: SentMove) => {
    patch.reset();
    setAsked(undefined);
    setRefused('notMoved');
    void refreshShifts();
    sent.done?.();
  };
  const send = (sent: SentMove) => {
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
        (error: unknown) => {
          if (hasCode(error, 'precondition_failed')) leave(sent);
          else if (asked === undefined) sent.done?.();
        },
      );
  };
  /** What would be refused goes back, with the reason. */
  const check = async (sent: SentMove) => {
    setRefused(undefined);
    try {
      const preview = await cache.fetchQuery(previewQuery(sent.shift, sent.change, sent.scope));
      const refusal = saveRefusalOf(preview, sent);
      if (refusal === undefined) return send({ ...sent, preview });
      if (refusal === 'changed') return leave(sent);
      setRefused(refusal);
    } catch (error) {
      setRefused(error);
    }
    sent.done?.();
  };
  const undo = (move: SentMove) => {
    focusShift(move.shift.id);
    setSaved(undefined);
    void check(undoOf(move));
  };
  useUndoKey(canUndo(saved) && operation === undefined ? () => undo(saved) : undefined);
  const drop = (move: Move, by: Grouping | undefined, done: () => void) => {
    const change = changeOf(move, by);
    const { shift } = move;
    if (change === undefined) return done();
    patch.reset();
    setSaved(undefined);
    setRefused(undefined);
    const dropped = { shift, change, notes: notesOf(move), done };
    if (shift.series_id !== null) setAsked(dropped);
    else void check(sentMove(dropped, 'this'));
  };
  return {
    drop,
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
        <SeriesMoveDialog
          dropped={asked}
          isSending={patch.isPending}
          error={patch.error}
          submit={(scope, preview) => send(sentMove(asked, scope, preview))}
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

const canUndo = (saved: SentMove | undefined): saved is SentMove =>
  saved !== undefined && saved.undoes === undefined;

/** Changes a shift, and shows it at its new time before the service has answered. */
function useShiftPatch() {
  return useApiMutation('patch', '/api/v1/shifts/{id}', {
    invalidates: [['/api/v1/shifts'], ['/api/v1/shifts/calendar'], ['/api/v1/shifts/{id}']],
    optimistic: (draft, { path, body }) => {
      const moved = (shift: Shift) => (shift.id === path.id ? { ...shift, ...timesIn(body) } : shift);
      return draft.update<InfiniteData<{ items: Shift[] }>>(['/api/v1/shifts/calendar'], (data) => ({
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: page.items.map(moved) })),
      }));
    },
  });
}

function useUndoKey(undo: (() => void) | undefined): void {
  const press = useEffectEvent(() => undo?.());
  const canUndo = undo !== undefined;
  useEffect(() => (canUndo ? onUndoKey(() => press()) : undefined), [canUndo]);
}
