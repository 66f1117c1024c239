import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { MyRegistration } from '../../../api/my-registrations.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const MoveDialog = lazyPart(() => import('./move-dialog.tsx'));

export function MovePlace({ registration }: { readonly registration: MyRegistration }) {
  const t = useTranslations('signups.mine');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('move')}
      </Button>
      {isOpen && (
        <Suspense>
          <MoveDialog registration={registration} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
