import { Badge, Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { useTimes } from '../../../time/hooks.ts';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import type { Entry } from './deliver.ts';
import classes from './desk.module.css';
import type { Shown } from './use-desk.ts';

interface PeopleListProps {
  readonly people: readonly Shown[];
  readonly zone: string;
  readonly act: (action: Entry['action'], who: { userId: number }) => void;
}

export function PeopleList({ people, zone, act }: PeopleListProps) {
  const t = useTranslations('manageAttendance');
  // People who have left have no button.
  return (
    <KeepFocus>
      <VirtualList label={t('people')} items={people} itemKey={({ user_id }) => user_id} estimate={() => 84}>
        {(person) => <PersonRow person={person} zone={zone} act={act} />}
      </VirtualList>
    </KeepFocus>
  );
}

interface PersonRowProps extends Omit<PeopleListProps, 'people'> {
  readonly person: Shown;
}

/** Scrolling renders the list with each frame: a row that has not changed must cost nothing. */
const PersonRow = memo(function PersonRow({ person, zone, act }: PersonRowProps) {
  const t = useTranslations('manageAttendance');
  const times = useTimes();
  const { status, name, user_id: userId } = person;
  const isIn = status === 'checked_in';
  const isOut = status === 'checked_out';
  const time = times.since(person.checked_in_at ?? 0, zone);
  return (
    <div className={classes['person']} data-status={status}>
      <div className={classes['who']}>
        <span className={classes['name']}>{name}</span>
        <span className={classes['state']}>
          {isIn ? t('in', { time }) : t(`status.${status}`)}
          {isIn && person.late && (
            <Badge color="clay" variant="light" tt="none">
              {t('late')}
            </Badge>
          )}
          {person.waiting !== undefined && (
            <span className={classes['waiting']}>
              <IconClock size={16} aria-hidden />
              <span>{t('waiting')}</span>
            </span>
          )}
        </span>
      </div>
      {!isOut && (
        <Button
          className={classes['act'] ?? ''}
          variant={isIn ? 'default' : 'filled'}
          aria-label={t(isIn ? 'checkOutOf' : 'checkInOf', { name })}
          onClick={() => act(isIn ? 'checkout' : 'checkin', { userId })}
        >
          {t(isIn ? 'checkOut' : 'checkIn')}
        </Button>
      )}
    </div>
  );
});
