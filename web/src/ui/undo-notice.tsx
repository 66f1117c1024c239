import { Button, Group, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { isUsingPointer } from '../browser/last-input.ts';
import { commonTexts } from '../i18n/language.ts';
import { useFocusAfter, useLostFocus } from './keep-focus.tsx';
import { newsStore, readingMs } from './notify.ts';
import { onUndoKey, undoKeys } from './undo-key.ts';

/** Says what was done, with a button that undoes it: for what is sent at once and undone by the opposite. */
export async function offerUndo(message: string, undo: () => unknown): Promise<void> {
  const store = await newsStore;
  const { undo: label, dismiss } = commonTexts()?.action ?? {};
  let isUndone = false;
  const act = () => {
    // It can be pressed again while it goes away.
    if (isUndone) return;
    isUndone = true;
    store.hide(id);
    undo();
  };
  const id = store.show({
    message: <UndoNotice message={message} label={label} undo={act} />,
    withBorder: true,
    color: 'pine',
    autoClose: readingMs(message),
    closeButtonProps: { 'aria-label': dismiss },
  });
}

interface UndoNoticeProps {
  readonly message: string;
  readonly label: string | undefined;
  readonly undo: () => void;
}

function UndoNotice({ message, label, undo }: UndoNoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const press = useEffectEvent(undo);
  useEffect(() => onUndoKey(() => press()), []);
  // A notice with the focus stays: those with a mouse would not notice why.
  useLostFocus(button, () => !isUsingPointer());
  useFocusAfter(box);
  return (
    <Group ref={box} justify="space-between" wrap="nowrap">
      <Text size="sm">{message}</Text>
      <Button
        ref={button}
        variant="light"
        style={{ flexShrink: 0 }}
        aria-keyshortcuts={undoKeys}
        onClick={undo}
      >
        {label}
      </Button>
    </Group>
  );
}
