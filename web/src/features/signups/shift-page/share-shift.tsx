import { Button } from '@mantine/core';
import { IconCalendarPlus, IconShare } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../../api/client.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { useCopy } from '../../../ui/use-copy.ts';
import { calendarFile } from './ics.ts';

export function ShareShift({ shift }: { readonly shift: Schemas['Shift'] }) {
  const t = useTranslations('signups');
  // Without the query: a code of a poster is not for others.
  const url = new URL(`/shifts/${shift.id}`, location.origin).href;
  const title = shift.title || t('title.shift');
  const copy = useCopy();
  const share = async () => {
    if ('share' in navigator) {
      // Closing the dialog without sharing is no fault.
      await navigator.share({ title, url }).catch(() => undefined);
      return;
    }
    await copy(url, t('share.copied'));
  };
  const save = () =>
    saveFile(calendarFile({ ...shift, title }, url), 'text/calendar', `${t('share.file')}-${shift.id}.ics`);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShare size={18} aria-hidden />}
        onClick={() => void share()}
      >
        {t('share.share')}
      </Button>
      <Button variant="default" leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={save}>
        {t('share.calendar')}
      </Button>
    </>
  );
}
