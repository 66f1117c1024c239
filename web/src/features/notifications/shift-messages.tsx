import { Box } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FoldButton } from '../../ui/foldable.tsx';
import { MessageHistory } from './message-history.tsx';

/** What was written to the people of a shift, and whether it has arrived. Read when it's opened. */
export function ShiftMessages({ shiftId }: { readonly shiftId: number }) {
  const t = useTranslations('manageNotifications.history');
  const [isOpen, setOpen] = useState(false);
  return (
    <Box mb="md">
      <FoldButton isOpen={isOpen} toggle={() => setOpen(!isOpen)}>
        {t('title')}
      </FoldButton>
      {isOpen && <MessageHistory filter={{ shift_id: shiftId }} />}
    </Box>
  );
}
