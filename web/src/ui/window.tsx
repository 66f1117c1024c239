import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

interface WindowProps {
  readonly title: string;
  readonly size?: 'md' | 'lg';
  readonly close: () => void;
  /** Whether closing it would lose something. Without it, the window looks at its own fields. */
  readonly isDirty?: boolean;
  readonly children: ReactNode;
}

/** A window over the page; all of the screen on a phone would hide what it is about, so it stays one. */
export function Window({ title, size = 'md', close, isDirty, children }: WindowProps) {
  return (
    <Dialog title={title} size={size} close={close} isDirty={isDirty}>
      {children}
    </Dialog>
  );
}
