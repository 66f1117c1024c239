import { type ReactNode, Suspense, useState } from 'react';
import type { MyRegistration } from '../../../api/my-registrations.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const CancelDialog = lazyPart(() => import('./cancel-dialog.tsx'));

interface CancelPlaceProps {
  readonly registration: MyRegistration;
  readonly children: (ask: () => void) => ReactNode;
}

export function CancelPlace({ registration, children }: CancelPlaceProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {children(() => setOpen(true))}
      {isOpen && (
        <Suspense>
          <CancelDialog registration={registration} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
