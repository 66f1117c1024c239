import { Button, type ButtonProps } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { pathOf } from './keep-focus.tsx';

interface AddButtonProps extends Omit<ButtonProps, 'leftSection'> {
  /** Adds fields near the button. */
  readonly add: () => void;
}

/** Adds something to fill in. The first new field takes the focus: it appears above the button, where no one would look. */
export function AddButton({ add, ...button }: AddButtonProps) {
  const press = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const old = new Set(fieldsIn(document));
    const path = pathOf(currentTarget);
    flushSync(add);
    // From the inside out: what is added may show up elsewhere as well, say in a preview.
    const added = path.flatMap(fieldsIn).find((field) => !old.has(field));
    added?.focus();
  };
  return (
    <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} {...button} onClick={press} />
  );
}

const fieldsIn = (part: ParentNode) => [...part.querySelectorAll<HTMLElement>('input, select, textarea')];
