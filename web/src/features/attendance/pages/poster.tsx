import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { apiQuery } from '../../../api/query.ts';
import { useTimes } from '../../../time/hooks.ts';
import { Page } from '../../../ui/page.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { Loaded } from '../../../ui/states.tsx';
import classes from '../poster.module.css';

const route = getRouteApi('/manage/shifts/$id/poster');

/** A poster for the entrance: people scan it to check in. */
export function PosterPage() {
  const t = useTranslations('manageAttendance.poster');
  const times = useTimes();
  const id = Number(route.useParams().id);
  const shift = useQuery(apiQuery('/api/v1/shifts/{id}', { path: { id } }));
  const poster = useQuery(apiQuery('/api/v1/shifts/{id}/poster-code', { path: { id } }));
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          {t('print')}
        </Button>
      }
    >
      <Loaded query={poster}>
        {({ url }) => (
          <section className={classes['poster']} aria-label={t('title')}>
            <h2>{shift.data?.title}</h2>
            {shift.data !== undefined && (
              <strong>{times.span(shift.data.start_time, shift.data.end_time, shift.data.time_zone)}</strong>
            )}
            <p>{shift.data?.location}</p>
            <QrCode text={url} label={t('code')} ecc="quartile" className={classes['code']} />
            <p className={classes['how']}>{t('how')}</p>
            <p className={classes['address']}>{url}</p>
          </section>
        )}
      </Loaded>
    </Page>
  );
}
