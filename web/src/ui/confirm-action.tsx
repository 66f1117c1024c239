import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'));

export interface ConfirmActionProps {
  readonly title: string;
  /** What will happen, and whether it can be undone. */
  readonly text: ReactNode;
  /** The verb: "Cancel shift", never "OK". */
  readonly confirmLabel: string;
  readonly isDangerous?: boolean;
  /** The dialog stays open while this runs and shows the problem when it fails. */
  readonly onConfirm: () => Promise<unknown>;
  /** `(ask) => <Button onClick={ask}>…</Button>` */
  readonly children: (ask: () => void) => ReactNode;
}

/** Asks before something that is hard to undo. */
export function ConfirmAction({ children, ...dialog }: ConfirmActionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {children(() => setOpen(true))}
      {isOpen && (
        <Suspense>
          <ConfirmDialog {...dialog} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
