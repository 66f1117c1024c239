import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart, OverPage } from './lazy-part.tsx';
import { LoadingBar } from './loading-bar.tsx';

interface Closable {
  readonly close: () => void;
}

type Opened<Props> = Omit<Props, 'close' | 'children'> & {
  /** `(open) => <Button onClick={open}>…</Button>` */
  readonly children: (open: () => void) => ReactNode;
};

/** A dialog that is loaded when it is first opened, together with what opens it. */
export function lazyDialog<Props extends Closable>(
  load: () => Promise<{ default: (props: Props) => ReactNode }>,
) {
  const Part = lazyPart<Props>(load, OverPage);
  return function LazyDialog({ children, ...rest }: Opened<Props>) {
    const [isOpen, setOpen] = useState(false);
    const [presses, setPresses] = useState(0);
    const open = () => {
      // Also when it could not be loaded before: pressing again tries again.
      void Part.preload();
      setPresses((count) => count + 1);
      setOpen(true);
    };
    const props = { ...rest, close: () => setOpen(false) } as unknown as Props;
    return (
      <>
        {children(open)}
        {isOpen && (
          <Suspense fallback={<LoadingBar />}>
            <Part key={presses} {...props} />
          </Suspense>
        )}
      </>
    );
  };
}

/** Asks before something that is hard to undo. */
export const ConfirmAction = lazyDialog(() => import('./confirm-dialog.tsx'));
