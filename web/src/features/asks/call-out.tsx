import { Button, type MantineSpacing } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { sendChange } from '../../api/mutation.ts';
import { queryClient } from '../../api/query.ts';
import { msOf } from '../../time/calendar.ts';
import { useNowMs } from '../../time/hooks.ts';
import { ConfirmAction } from '../../ui/lazy-dialog.tsx';
import { notify } from '../../ui/notify.ts';

type Shift = Pick<Schemas['Shift'], 'id' | 'title' | 'start_time' | 'spots_left' | 'status'>;

const soonMs = 24 * 3_600_000;

/** One button for a shift that starts soon and still needs people: asks everyone who can take it. */
export function CallOut({ shift, mt }: { readonly shift: Shift; readonly mt?: MantineSpacing }) {
  const t = useTranslations('manageAsks.callOut');
  const aheadMs = msOf(shift.start_time) - useNowMs(60_000);
  const isShort = shift.spots_left === null || shift.spots_left > 0;
  if (shift.status !== 'published' || !isShort || aheadMs <= 0 || aheadMs > soonMs) return null;
  const send = async () => {
    const { asked } = await sendChange('post', '/api/v1/shifts/{id}/asks', {
      path: { id: shift.id },
      body: { everyone: true, urgent: true },
    });
    notify.success(t('done', { count: asked }));
    await queryClient.invalidateQueries({ queryKey: ['/api/v1/shifts/{id}/asks'] });
    await queryClient.invalidateQueries({ queryKey: ['/api/v1/shifts/{id}/roster'] });
  };
  return (
    <ConfirmAction
      title={t('title')}
      text={t('text', { shift: shift.title })}
      confirmLabel={t('confirm')}
      onConfirm={send}
    >
      {(open) => (
        <Button
          variant="default"
          {...(mt !== undefined && { mt })}
          leftSection={<IconSpeakerphone size={18} aria-hidden />}
          aria-label={t('openFor', { shift: shift.title })}
          onClick={open}
        >
          {t('open')}
        </Button>
      )}
    </ConfirmAction>
  );
}
