import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';
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
  const Part = lazyPart<Props>(load);
  return function LazyDialog({ children, ...rest }: Opened<Props>) {
    const [isOpen, setOpen] = useState(false);
    const props = { ...rest, close: () => setOpen(false) } as unknown as Props;
    return (
      <>
        {children(() => setOpen(true))}
        {isOpen && (
          <Suspense fallback={<LoadingBar />}>
            <Part {...props} />
          </Suspense>
        )}
      </>
    );
  };
}

/** Asks before something that is hard to undo. */
export const ConfirmAction = lazyDialog(() => import('./confirm-dialog.tsx'));
