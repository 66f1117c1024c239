import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../../api/live.ts';
import { useOrganizationId } from '../../../api/me.ts';
import { apiQuery } from '../../../api/query.ts';
import { ButtonLink } from '../../../components/links.tsx';
import { Page } from '../../../components/page.tsx';
import { Loaded } from '../../../components/states.tsx';
import { useTimes } from '../../../i18n/times.ts';
import { useMinuteMs, useToday } from '../../../i18n/today.ts';
import { dayStart, plusDays } from '../clock.ts';
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
  const today = useToday(zone);
  const nowMs = useMinuteMs();
  const at = (offset: number) => dayStart(plusDays(today, offset), zone);
  const [ends_after, tomorrow, to] = [at(0), at(1), at(8)];
  const shifts = useQuery({
    ...apiQuery('/api/v1/shifts', {
      query: { organization_id, status: 'published', ends_after, to, limit: 200 },
    }),
    ...useFreshness(),
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
          <Loaded query={shifts}>
            {({ items }) => {
              const now = items.filter(({ start_time }) => Date.parse(start_time) < Date.parse(tomorrow));
              return now.length === 0 ? (
                <p className={classes['quiet']}>{t('noShifts')}</p>
              ) : (
                <ul className={classes['list']}>
                  {now.map((shift) => (
                    <TodayShift key={shift.id} shift={shift} today={today} nowMs={nowMs} />
                  ))}
                </ul>
              );
            }}
          </Loaded>
        </section>
        <Stack gap="xl">
          <WaitingList />
          <Loaded query={shifts}>
            {({ items }) => (
              <Understaffed shifts={items.filter(({ start_time }) => Date.parse(start_time) > nowMs)} />
            )}
          </Loaded>
        </Stack>
      </div>
    </Page>
  );
}
