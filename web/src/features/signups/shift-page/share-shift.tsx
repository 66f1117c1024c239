import { Button } from '@mantine/core';
import { IconCalendarPlus, IconShare } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../../api/client.ts';
import { useShare } from '../../../ui/copy.tsx';
import { saveFile } from '../../../ui/download.ts';
import { calendarFile } from './ics.ts';

export function ShareShift({ shift }: { readonly shift: Schemas['Shift'] }) {
  const t = useTranslations('signups');
  // Without the query: a code of a poster is not for others.
  const url = new URL(`/shifts/${shift.id}`, location.origin).href;
  const title = shift.title || t('title.shift');
  const share = useShare();
  const save = () =>
    saveFile(
      new Blob([calendarFile({ ...shift, title }, url)], { type: 'text/calendar' }),
      `${t('share.file')}-${shift.id}.ics`,
    );
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShare size={18} aria-hidden />}
        onClick={() => void share({ title, url }, t('share.copied'))}
      >
        {t('share.share')}
      </Button>
      <Button variant="default" leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={save}>
        {t('share.calendar')}
      </Button>
    </>
  );
}
