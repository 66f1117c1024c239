import { ActionIcon, Button, Paper, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { canUndo, type DelayedChange, delayedChanges, useDelayedChanges } from '../api/delayed-changes.ts';
import { isUsingPointer } from '../browser/last-input.ts';
import { useFocusAfter, useLostFocus } from '../ui/keep-focus.tsx';
import { notify } from '../ui/notify.ts';
import { onUndoKey, undoKeys } from '../ui/undo-key.ts';
import classes from './undo-toasts.module.css';

/**
 * What can still be undone or waits for a connection, at the lower edge of the screen. Ctrl+Z or Cmd+Z undoes the last
 * one from anywhere.
 */
export default function UndoToasts() {
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const waiting = useDelayedChanges().filter(
    ({ id, state }) => state !== 'sending' && !dismissed.includes(id),
  );
  const stack = useRef<HTMLDivElement>(null);
  useEffect(() => keepRoomFor(stack.current), []);
  return (
    <div ref={stack} className={classes['stack']}>
      {waiting.map((delayed) => (
        <Toast
          key={delayed.id}
          delayed={delayed}
          dismiss={() => setDismissed((ids) => [...ids, delayed.id])}
        />
      ))}
    </div>
  );
}

/** Other notices are above these: see `global.css`. */
function keepRoomFor(stack: HTMLElement | null): (() => void) | undefined {
  if (stack === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty('--undo-toasts-height', `${stack.offsetHeight}px`),
  );
  observer.observe(stack);
  return () => {
    observer.disconnect();
    style.removeProperty('--undo-toasts-height');
  };
}

interface ToastProps {
  readonly delayed: DelayedChange;
  readonly dismiss: () => void;
}

function Toast({ delayed, dismiss }: ToastProps) {
  const { id, text, about } = delayed;
  const isUnsent = delayed.state === 'unsent';
  const isUndoable = canUndo(delayed);
  const t = useTranslations('common');
  const toast = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const goOn = useRef<() => void>(undefined);
  // Not if the app moved it here, which someone with a mouse does not notice.
  const hasFocus = useRef(false);
  const pause = () => {
    goOn.current ??= delayedChanges.pause(id);
  };
  const resume = () => {
    if (hasFocus.current || toast.current?.matches(':hover')) return;
    goOn.current?.();
    goOn.current = undefined;
  };
  useEffect(() => () => goOn.current?.(), []);
  const undo = () => {
    delayedChanges.undo(id);
    void notify.success(t('delayed.undone'), about[0]);
  };
  const press = useEffectEvent(undo);
  useEffect(() => (isUndoable ? onUndoKey(() => press()) : undefined), [isUndoable]);
  useEffect(() => {
    for (const one of about) void notify.takeBack(one);
  }, [about]);
  useLostFocus(button);
  useFocusAfter(toast);
  return (
    <Paper
      ref={toast}
      data-undo
      withBorder
      shadow="md"
      radius="lg"
      className={classes['toast'] ?? ''}
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={() => {
        hasFocus.current ||= !isUsingPointer();
        if (hasFocus.current) pause();
      }}
      onBlur={({ relatedTarget }) => {
        hasFocus.current &&= toast.current?.contains(relatedTarget) ?? false;
        resume();
      }}
    >
      <Text className={classes['text'] ?? ''}>{isUnsent ? t('delayed.unsent', { text }) : text}</Text>
      {isUndoable && (
        <Button ref={button} variant="light" aria-keyshortcuts={undoKeys} onClick={undo}>
          {t('action.undo')}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t(isUnsent ? 'action.dismiss' : 'state.sendNow')}
        onClick={isUnsent ? dismiss : () => delayedChanges.sendNow(id)}
      >
        <IconX size={20} aria-hidden />
      </ActionIcon>
    </Paper>
  );
}
