import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import classes from '../../ui/rows.module.css';
import { ShiftTime } from '../../ui/shift-time.tsx';
import { type AttendanceGroup, attendanceGroups, groupsOf } from './attendance-groups.ts';

type Shift = Schemas['ShiftAttendance'];
type People = Shift['expected'];

interface TodayShiftProps {
  readonly shift: Shift;
  /** The date that stands above. */
  readonly today: string;
  readonly nowMs: number;
}

/** One shift of today: who is there, who is not. */
export function TodayShift({ shift, today, nowMs }: TodayShiftProps) {
  const t = useTranslations('today');
  const people = groupsOf(shift, nowMs);
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
  if (people.count === 0) return null;
  const names = people.names.slice(0, namesShown);
  const rest = people.count - names.length;
  return (
    <div className={classes['state']} data-state={name}>
      <dt>
        {t(`states.${name}`)} <strong>{people.count}</strong>
      </dt>
      <dd>
        {names.join(', ')}
        {rest > 0 && ` ${t('more', { count: rest })}`}
      </dd>
    </div>
  );
}
