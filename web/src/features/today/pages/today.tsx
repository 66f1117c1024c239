import { Stack } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { useFreshness } from '../../../api/live.ts';
import { useOrganizationId, useOrganizationZone } from '../../../api/me.ts';
import { apiPages, apiQuery } from '../../../api/query.ts';
import { dayStart, isoOf, msOf, plusDays } from '../../../time/calendar.ts';
import { useNowMs, useTimes, useToday } from '../../../time/hooks.ts';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { ButtonLink, TextLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import classes from '../../../ui/rows.module.css';
import { ShiftTime } from '../../../ui/shift-time.tsx';
import { ListSkeleton, Loaded } from '../../../ui/states.tsx';
import { CallOut } from '../../asks/index.ts';
import { MailWarning, useIsSetupLoading } from '../../operations/index.ts';
import { SpotsLeft } from '../../shifts/index.ts';
import { type AttendanceGroup, attendanceGroups, peopleByGroup } from '../attendance-groups.ts';
import { SetupChecklist } from '../checklist.tsx';
import { WaitingList } from '../waiting.tsx';

/** What a coordinator looks at with the first coffee. */
export function TodayPage() {
  const t = useTranslations('today');
  const times = useTimes();
  const zone = useOrganizationZone();
  const organization_id = useOrganizationId();
  const today = useToday(zone);
  const isSetupLoading = useIsSetupLoading();
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
  // Not from dawn: where many have begun, they would be all that is read.
  const thisHour = isoOf(useNowMs(3_600_000));
  const coming = { organization_id, from: thisHour, to, limit: 50 };
  const understaffed = useQuery({
    ...apiQuery('/api/v1/shifts', { query: { ...coming, staffing: 'understaffed' } }),
    ...freshness,
  });
  const isAhead = ({ start_time }: Schemas['Shift']) => msOf(start_time) > nowMs;
  const isNoneUnderstaffed = understaffed.data?.items.some(isAhead) === false;
  // Where there are shifts today, some are planned.
  const isUnclear = isNoneUnderstaffed && todays.data?.length === 0;
  const planned = useQuery({
    ...apiQuery('/api/v1/shifts', { query: { ...coming, status: 'published' } }),
    ...freshness,
    enabled: isUnclear,
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
      {isSetupLoading && <ListSkeleton />}
      <div className={`${classes['columns']} waits-for-above`}>
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
          <Loaded query={isUnclear ? planned : understaffed}>
            {({ items, next_cursor }) => (
              <Understaffed
                shifts={isNoneUnderstaffed ? [] : items.filter(isAhead)}
                isAnyPlanned={!isUnclear || next_cursor !== null || items.some(isAhead)}
              />
            )}
          </Loaded>
        </Stack>
      </div>
    </Page>
  );
}

type Shift = Schemas['ShiftAttendance'];
type People = Shift['expected'];

interface TodayShiftProps {
  readonly shift: Shift;
  /** The date that is above. */
  readonly today: string;
  readonly nowMs: number;
}

/** One shift of today: who is there, who is not. */
function TodayShift({ shift, today, nowMs }: TodayShiftProps) {
  const t = useTranslations('today');
  const people = peopleByGroup(shift, nowMs);
  const isEmpty = attendanceGroups.every((name) => people[name].count === 0);
  const id = String(shift.id);
  return (
    <li className={classes['shift']}>
      <div className={classes['shiftHead']}>
        <div>
          <h3 className={classes['title']}>
            <TextLink to="/manage/shifts/$id" params={{ id }} c="inherit" fw={600}>
              {shift.title}
            </TextLink>
          </h3>
          <ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} under={today} />
          {shift.location !== '' && <p className={classes['quiet']}>{shift.location}</p>}
        </div>
        <ButtonLink to="/desk/$shiftId" params={{ shiftId: id }} variant="default">
          {t('desk')}
        </ButtonLink>
      </div>
      {isEmpty ? (
        <p className={classes['quiet']}>{t('nobody')}</p>
      ) : (
        <dl className={classes['states']}>
          {attendanceGroups.map((name) => (
            <StateOf key={name} name={name} people={people[name]} />
          ))}
        </dl>
      )}
    </li>
  );
}

const namesShown = 8;

function StateOf({ name, people }: { readonly name: AttendanceGroup; readonly people: People }) {
  const t = useTranslations('today');
  const { list } = useFormatter();
  if (people.count === 0) return null;
  const names = people.names.slice(0, namesShown);
  const rest = people.count - names.length;
  const shown = rest === 0 ? names : [...names, t('more', { count: rest })];
  return (
    <div className={classes['state']} data-state={name}>
      <dt>
        {t(`states.${name}`)} <strong>{people.count}</strong>
      </dt>
      <dd>{list(shown)}</dd>
    </div>
  );
}

const shown = 8;

/** What has fewer people than it needs in the next days. */
function Understaffed({
  shifts,
  isAnyPlanned,
}: {
  readonly shifts: readonly Schemas['Shift'][];
  readonly isAnyPlanned: boolean;
}) {
  const t = useTranslations('today');
  return (
    <section aria-labelledby="understaffed">
      <h2 id="understaffed" className={classes['heading']}>
        {t('understaffed')}
      </h2>
      {shifts.length === 0 ? (
        <p className={classes['quiet']}>{t(isAnyPlanned ? 'allStaffed' : 'noneComing')}</p>
      ) : (
        <ul className={classes['list']}>
          {shifts.slice(0, shown).map((shift) => (
            <li key={shift.id}>
              <Link to="/manage/shifts/$id" params={{ id: String(shift.id) }} className={classes['row']}>
                <span>
                  <strong>{shift.title}</strong>
                  <br />
                  <ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} />
                </span>
                <SpotsLeft shift={shift} isForPlanning />
              </Link>
              <CallOut shift={shift} mt="xs" />
            </li>
          ))}
        </ul>
      )}
      {shifts.length > shown && (
        <TextLink to="/manage/shifts" search={{ view: 'list', staffing: 'understaffed' }}>
          {t('allUnderstaffed')}
        </TextLink>
      )}
    </section>
  );
}
