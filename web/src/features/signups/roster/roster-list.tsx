import { Badge, Checkbox } from '@mantine/core';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { useTimes } from '../../../time/hooks.ts';
import { useReasonText } from '../../../ui/reason-text.ts';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { isOver as isPast } from '../../shifts/index.ts';
import { useRosterActions } from './actions.ts';
import { useDragPerson, useDropTarget } from './dragging.ts';
import type { Line, RosterGroup } from './groups.ts';
import { PersonMenu } from './person-menu.tsx';
import classes from './roster.module.css';
import type { Attendance, RosterPerson } from './use-roster.ts';

export function RosterList({ lines }: { readonly lines: readonly Line[] }) {
  const t = useTranslations('manageSignups');
  return (
    <VirtualList
      label={t('people')}
      items={lines}
      itemKey={({ key }) => key}
      estimate={({ kind }) => (kind === 'group' ? 56 : 64)}
    >
      {(line) =>
        line.kind === 'group' ? <GroupHead group={line.group} /> : <PersonRow person={line.person} />
      }
    </VirtualList>
  );
}

export function useGroupName() {
  const t = useTranslations('manageSignups');
  return ({ kind, role }: Pick<RosterGroup, 'kind' | 'role'>) =>
    kind === 'role' ? (role?.name ?? t('noRole')) : t(`groups.${kind}`);
}

const GroupHead = memo(function GroupHead({ group }: { readonly group: RosterGroup }) {
  const t = useTranslations('manageSignups');
  const name = useGroupName()(group);
  const { shift, selected, select } = useRosterActions();
  const target = group.kind === 'role' ? { shiftId: shift.id, role: group.role, name } : undefined;
  const { isOver, ref } = useDropTarget(target);
  const ids = group.people.map(({ id }) => id);
  const chosen = ids.filter((id) => selected.has(id)).length;
  const capacity =
    group.role?.capacity ?? (group.kind === 'role' && shift.roles.length === 0 ? shift.capacity : null);
  const isOpen = group.kind === 'role' && !isPast(shift) && shift.status !== 'cancelled';
  const left = isOpen
    ? ((group.role ?? (shift.roles.length === 0 ? shift : null))?.spots_left ?? null)
    : null;
  // The role has spots, but together with the others the shift has none.
  const isShiftFull = left === 0 && group.role !== null && group.role.signup_count < (capacity ?? Infinity);
  return (
    <div className={classes['group']} data-over={isOver} ref={ref}>
      {ids.length > 0 && (
        <Checkbox
          aria-label={t('selectAll', { group: name })}
          checked={chosen === ids.length}
          indeterminate={chosen > 0 && chosen < ids.length}
          onChange={({ currentTarget }) => select(ids, currentTarget.checked)}
        />
      )}
      <h2 className={classes['groupName']}>{name}</h2>
      <span className={classes['count']}>
        {capacity === null
          ? t('count', { count: ids.length })
          : t('countOf', { count: ids.length, capacity })}
        {left !== null && ` · ${isShiftFull ? t('shiftFull') : t('left', { count: left })}`}
      </span>
    </div>
  );
});

/** Scrolling renders the list with each frame: a row that has not changed must cost nothing. */
const PersonRow = memo(function PersonRow({ person }: { readonly person: RosterPerson }) {
  const t = useTranslations('manageSignups');
  const { shift, selected, select } = useRosterActions();
  const { attendance, user_email: email, user_phone: phone } = person;
  const isSelected = selected.has(person.id);
  return (
    <div className={classes['person']} data-selected={isSelected} ref={useDragPerson(person).ref}>
      <Checkbox
        aria-label={t('select', { name: person.user_name })}
        checked={isSelected}
        onChange={({ currentTarget }) => select([person.id], currentTarget.checked)}
      />
      <div className={classes['who']}>
        <span className={classes['name']}>{person.user_name}</span>
        <span className={classes['contact']}>
          {phone !== null && <a href={`tel:${phone}`}>{phone}</a>}
          {email !== null && <a href={`mailto:${email}`}>{email}</a>}
        </span>
      </div>
      <span className={classes['marks']}>
        <PersonMarks person={person} />
        {attendance !== undefined && (person.status === 'active' || attendance.status !== 'expected') && (
          <AttendanceMark record={attendance} zone={shift.time_zone} />
        )}
      </span>
      <PersonMenu person={person} />
    </div>
  );
});

function PersonMarks({ person }: { readonly person: RosterPerson }) {
  const t = useTranslations('manageSignups');
  const reasonText = useReasonText();
  const role = useRosterActions().shift.roles.find(({ id }) => id === person.role_id);
  return (
    <>
      {person.status === 'waitlisted' && person.waitlist_position !== null && (
        <span>{t('position', { position: person.waitlist_position })}</span>
      )}
      {person.status !== 'active' && role !== undefined && <span>{role.name}</span>}
      {person.status === 'cancelled' && person.cancel_reason && (
        <span>{reasonText(person.cancel_reason)}</span>
      )}
      {person.flags.includes('override') && <span>{t('overridden')}</span>}
      {person.flags.includes('late_cancellation') && <span>{t('lateCancellation')}</span>}
    </>
  );
}

const colors = { expected: 'gray', checked_in: 'pine', checked_out: 'pine', no_show: 'clay' } as const;

/** In since 09:02, out after 3 hours, missing: in words, with the clock of the shift. */
function AttendanceMark({ record, zone }: { readonly record: Attendance; readonly zone: string }) {
  const t = useTranslations('manageSignups.attendance');
  const times = useTimes();
  const { status } = record;
  const time = times.since(record.checked_in_at ?? 0, zone);
  const words = {
    expected: () => t('expected'),
    checked_in: () => t(record.late ? 'inLate' : 'in', { time }),
    checked_out: () =>
      t(record.verified_at ? 'outVerified' : 'out', { hours: times.hours(record.minutes ?? 0, 'long') }),
    no_show: () => t('noShow'),
  }[status]();
  return (
    <Badge
      color={colors[status]}
      variant={status === 'checked_in' ? 'filled' : status === 'expected' ? 'default' : 'light'}
      tt="none"
      fw={500}
      size="lg"
    >
      {words}
    </Badge>
  );
}
