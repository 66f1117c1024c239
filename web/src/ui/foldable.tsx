import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import classes from './foldable.module.css';

interface FoldButtonProps {
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly children: ReactNode;
}

/** The head of something that unfolds below it. */
export function FoldButton({ isOpen, toggle, children }: FoldButtonProps) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <UnstyledButton className={classes['head'] ?? ''} aria-expanded={isOpen} onClick={toggle}>
      <Chevron size={20} aria-hidden />
      <span className={classes['words']}>{children}</span>
    </UnstyledButton>
  );
}

/** Which item of a list is open; a new one opens automatically. */
export function useOpenItem() {
  const [open, setOpen] = useState<string>();
  return {
    isOpen: (key: string) => open === key,
    open: setOpen,
    toggle: (key: string) => setOpen((now) => (now === key ? undefined : key)),
  };
}
