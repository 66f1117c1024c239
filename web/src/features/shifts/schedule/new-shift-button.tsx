import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type Day, wallOfDay } from '../../../time/calendar.ts';
import type { Editor } from './editor.ts';
import type { Row } from './rows.ts';

interface NewShiftButtonProps {
  /** Undefined: only to look at. */
  readonly editor: Editor | undefined;
  readonly label: string;
  readonly day: Day;
  readonly row?: Row;
}

/** A new shift in the morning of a day; the form asks for the rest. */
export function NewShiftButton({ editor, label, day, row }: NewShiftButtonProps) {
  if (editor === undefined) return null;
  const start = wallOfDay(day);
  return (
    <ActionIcon
      variant="subtle"
      aria-label={label}
      onClick={() => editor.create(start + 9 * 60, start + 12 * 60, row)}
    >
      <IconPlus size={18} aria-hidden />
    </ActionIcon>
  );
}
