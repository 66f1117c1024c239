import { Stack } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../../api/live.ts';
import { useOrganizationId } from '../../../api/me.ts';
import { apiPages, apiQuery } from '../../../api/query.ts';
import { CursorList } from '../../../components/cursor-list.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { Page } from '../../../components/page.tsx';
import { Loaded } from '../../../components/states.tsx';
import { useTimes } from '../../../i18n/times.ts';
import { clockOf, dayStart, plusDays } from '../clock.ts';
import { useOrganizationZone } from '../plan/use-plan.ts';
import { SetupChecklist } from '../setup/checklist.tsx';
import { MailWarning } from '../setup/mail-state.tsx';
import classes from '../today/today.module.css';
import { TodayShift } from '../today/today-shift.tsx';
import { Understaffed } from '../today/understaffed.tsx';
import { WaitingList } from '../today/waiting.tsx';

/** What a coordinator looks at with the first coffee. */
export function TodayPage() {
  const t = useTranslations('manage.today');
  const times = useTimes();
  const zone = useOrganizationZone();
  const organization_id = useOrganizationId();
  const days = useMemo(() => {
    const today = clockOf(new Date(), zone).date;
    const at = (offset: number) => dayStart(plusDays(today, offset), zone);
    return { today: at(0), tomorrow: at(1), to: at(8) };
  }, [zone]);
  const freshness = useFreshness();
  const today = useInfiniteQuery({
    ...apiPages('/api/v1/organizations/{id}/attendance/shifts', {
      path: { id: organization_id },
      query: { from: days.today, to: days.tomorrow },
    }),
    ...freshness,
  });
  const coming = useQuery({
    ...apiQuery('/api/v1/shifts', {
      query: { organization_id, status: 'published', from: days.today, to: days.to, limit: 200 },
    }),
    ...freshness,
  });
  return (
    <Page
      title={t('title')}
      lead={times.format('longDay', new Date(), zone)}
      width="wide"
      actions={<ButtonLink to="/manage/shifts/new">{t('newShift')}</ButtonLink>}
    >
      <MailWarning />
      <SetupChecklist />
      <div className={classes['columns']}>
        <section aria-labelledby="today">
          <h2 id="today" className={classes['heading']}>
            {t('shifts')}
          </h2>
          <CursorList query={today} empty={<p className={classes['quiet']}>{t('noShifts')}</p>}>
            {(items) => (
              <ul className={classes['list']}>
                {items.map((shift) => (
                  <TodayShift key={shift.id} shift={shift} />
                ))}
              </ul>
            )}
          </CursorList>
        </section>
        <Stack gap="xl">
          <WaitingList />
          <Loaded query={coming}>
            {({ items }) => (
              <Understaffed shifts={items.filter(({ start_time }) => Date.parse(start_time) > Date.now())} />
            )}
          </Loaded>
        </Stack>
      </div>
    </Page>
  );
}
