import { Stack } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../../api/live.ts';
import { useOrganizationId, useOrganizationZone } from '../../../api/me.ts';
import { apiPages, apiQuery } from '../../../api/query.ts';
import { dayStart, msOf, plusDays } from '../../../time/calendar.ts';
import { useNowMs, useTimes, useToday } from '../../../time/hooks.ts';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import classes from '../../../ui/rows.module.css';
import { Loaded } from '../../../ui/states.tsx';
import { MailWarning } from '../../operations/index.ts';
import { SetupChecklist } from '../checklist.tsx';
import { TodayShift } from '../today-shift.tsx';
import { Understaffed } from '../understaffed.tsx';
import { WaitingList } from '../waiting.tsx';

/** What a coordinator looks at with the first coffee. */
export function TodayPage() {
  const t = useTranslations('today');
  const times = useTimes();
  const zone = useOrganizationZone();
  const organization_id = useOrganizationId();
  const today = useToday(zone);
  const nowMs = useNowMs(60_000);
  const at = (offset: number) => dayStart(plusDays(today, offset), zone);
  const [dawn, tomorrow, to] = [at(0), at(1), at(8)];
  const freshness = useFreshness();
  const todays = useInfiniteQuery({
    ...apiPages('/api/v1/organizations/{id}/attendance/shifts', {
      path: { id: organization_id },
      query: { ends_after: dawn, to: tomorrow },
    }),
    ...freshness,
  });
  const coming = useQuery({
    ...apiQuery('/api/v1/shifts', {
      query: { organization_id, status: 'published', from: dawn, to, limit: 200 },
    }),
    ...freshness,
  });
  return (
    <Page
      title={t('title')}
      lead={times.format('longDay', `${today}T12:00:00Z`, 'UTC')}
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
          <CursorList query={todays} empty={<p className={classes['quiet']}>{t('noShifts')}</p>}>
            {(items) => (
              <ul className={classes['list']}>
                {items.map((shift) => (
                  <TodayShift key={shift.id} shift={shift} today={today} nowMs={nowMs} />
                ))}
              </ul>
            )}
          </CursorList>
        </section>
        <Stack gap="xl">
          <WaitingList />
          <Loaded query={coming}>
            {({ items }) => (
              <Understaffed shifts={items.filter(({ start_time }) => msOf(start_time) > nowMs)} />
            )}
          </Loaded>
        </Stack>
      </div>
    </Page>
  );
}
