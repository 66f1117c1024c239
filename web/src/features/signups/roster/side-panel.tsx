import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useTimes } from '../../../time/hooks.ts';
import { useRosterActions } from './actions.ts';
import { useDropTarget } from './dragging.ts';
import type { RosterGroup } from './groups.ts';
import { useNeighbours } from './groups.ts';
import classes from './roster.module.css';
import { useGroupName } from './roster-list.tsx';
import type { Shift } from './use-roster.ts';

interface SidePanelProps {
  readonly groups: readonly RosterGroup[];
  readonly chosen: string;
  readonly choose: (group: string) => void;
}

/** Beside the list where there is space: what to look at, and where to drag people. */
export function SidePanel({ groups, chosen, choose }: SidePanelProps) {
  const t = useTranslations('manageSignups');
  const { shift } = useRosterActions();
  const neighbours = useNeighbours(shift);
  return (
    <aside className={classes['side']} aria-label={t('side')}>
      <h2>{t('inThisShift')}</h2>
      <ul>
        {groups.map((group) => (
          <li key={group.key}>
            <GroupTarget
              group={group}
              isChosen={chosen === group.key}
              choose={() => choose(chosen === group.key ? '' : group.key)}
            />
          </li>
        ))}
      </ul>
      {neighbours.length > 0 && (
        <>
          <h2>{t('otherShifts')}</h2>
          <p className={classes['count']}>{t('dragHint')}</p>
          <ul>
            {neighbours.map((other) => (
              <li key={other.id}>
                <ShiftTarget shift={other} />
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  );
}

interface GroupTargetProps {
  readonly group: RosterGroup;
  readonly isChosen: boolean;
  readonly choose: () => void;
}

function GroupTarget({ group, isChosen, choose }: GroupTargetProps) {
  const t = useTranslations('manageSignups');
  const { shift } = useRosterActions();
  const name = useGroupName()(group);
  const canDrop = group.kind === 'role' && group.role !== null;
  const { isOver, ref } = useDropTarget(canDrop ? { shiftId: shift.id, role: group.role, name } : undefined);
  const count = group.people.length;
  const capacity = group.role?.capacity ?? null;
  return (
    <button
      type="button"
      className={classes['place']}
      aria-pressed={isChosen}
      data-over={isOver}
      onClick={choose}
      ref={ref}
    >
      <span>{name}</span>
      <span className={classes['count']}>
        {capacity === null ? t('count', { count }) : t('countOf', { count, capacity })}
      </span>
    </button>
  );
}

function ShiftTarget({ shift }: { readonly shift: Shift }) {
  const t = useTranslations('manageSignups');
  const times = useTimes();
  // Without a role: the service refuses and says so where the other shift asks for one.
  const { isOver, ref } = useDropTarget({ shiftId: shift.id, role: null, name: shift.title });
  const { spots_left: left } = shift;
  return (
    <Link
      to="/manage/shifts/$id"
      params={{ id: String(shift.id) }}
      className={classes['place']}
      data-over={isOver}
      draggable={false}
      ref={ref}
    >
      <span>
        <strong>{shift.title}</strong>
        <br />
        {times.format('moment', shift.start_time, shift.time_zone)}
      </span>
      <span className={classes['count']}>{left === null ? '∞' : t('free', { count: left })}</span>
    </Link>
  );
}
