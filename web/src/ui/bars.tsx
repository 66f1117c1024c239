import { ActionIcon, Stack } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import classes from './bars.module.css';
import { useFocusAfter } from './keep-focus.tsx';

interface SelectionBarProps {
  readonly label: string;
  readonly selected: string;
  readonly clearLabel: string;
  readonly clear: () => void;
  readonly children: ReactNode;
}

/** What can be done to all that is ticked, at the lower edge of the screen. */
export function SelectionBar({ label, selected, clearLabel, clear, children }: SelectionBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useFocusAfter(bar);
  return (
    <div ref={bar} className={classes['selection']} role="toolbar" aria-label={label}>
      <strong role="status">{selected}</strong>
      {children}
      <ActionIcon variant="subtle" color="gray" size={44} aria-label={clearLabel} onClick={clear}>
        <IconX size={20} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** The buttons of a long form. While something is not saved they stay in sight, on a phone above the navigation. */
export function SaveBar({ isDirty, children }: { readonly isDirty: boolean; readonly children: ReactNode }) {
  return (
    <div className={classes['save']} data-dirty={isDirty || undefined}>
      <Stack gap="xs">{children}</Stack>
    </div>
  );
}
