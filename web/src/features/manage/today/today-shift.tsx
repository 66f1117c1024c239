import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../../api/live.ts';
import { ButtonLink, TextLink } from '../../../components/links.tsx';
import { ShiftTime } from '../../../components/shift-time.tsx';
import { ErrorState, ListSkeleton } from '../../../components/states.tsx';
import { useAllPages } from '../all-pages.ts';
import { type Attendance, attendancePages, type Shift } from '../roster/use-roster.ts';
import classes from './today.module.css';

const lateAfterMs = 15 * 60_000;
const groups = ['missing', 'late', 'expected', 'in', 'out'] as const;
type Name = (typeof groups)[number];

/** Before the shift people are expected; some minutes into it, whoever is not there is missing. */
function groupOf({ status, late }: Attendance, shift: Shift, nowMs: number): Name {
  if (status === 'checked_in') return late ? 'late' : 'in';
  if (status === 'checked_out') return 'out';
  if (status === 'no_show') return 'missing';
  return Date.parse(shift.start_time) + lateAfterMs < nowMs ? 'missing' : 'expected';
}

interface TodayShiftProps {
  readonly shift: Shift;
  /** The date that stands above. */
  readonly today: string;
  readonly nowMs: number;
}

/** One shift of today: who is there, who is not. */
export function TodayShift({ shift, today, nowMs }: TodayShiftProps) {
  const t = useTranslations('manage.today');
  const records = useAllPages(useInfiniteQuery({ ...attendancePages(shift.id), ...useFreshness() }));
  const by = Map.groupBy(records.data ?? [], (record) => groupOf(record, shift, nowMs));
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
      {records.data === undefined ? (
        records.isError ? (
          <ErrorState error={records.error} retry={() => void records.refetch()} />
        ) : (
          <ListSkeleton rows={1} height={48} />
        )
      ) : records.data.length === 0 ? (
        <p className={classes['quiet']}>{t('nobody')}</p>
      ) : (
        <dl className={classes['states']}>
          {groups.map((name) => (
            <StateOf key={name} name={name} people={by.get(name) ?? []} />
          ))}
        </dl>
      )}
    </li>
  );
}

const namesShown = 8;

function StateOf({ name, people }: { readonly name: Name; readonly people: readonly Attendance[] }) {
  const t = useTranslations('manage.today');
  if (people.length === 0) return null;
  const names = people.slice(0, namesShown).map(({ user_name }) => user_name);
  const rest = people.length - names.length;
  return (
    <div className={classes['state']} data-state={name}>
      <dt>
        {t(`states.${name}`)} <strong>{people.length}</strong>
      </dt>
      <dd>
        {names.join(', ')}
        {rest > 0 && ` ${t('more', { count: rest })}`}
      </dd>
    </div>
  );
}
