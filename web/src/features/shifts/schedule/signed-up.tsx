import { Button, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Schemas } from '@muster/client';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../../api/live.ts';
import { apiPages } from '../../../api/query.ts';
import { msOf } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { ListSkeleton } from '../../../ui/states.tsx';
import type { Shift } from '../shift.ts';
import { isOver } from '../spots.ts';
import classes from './people-panel.module.css';
import { PersonLine, type Press } from './person-line.tsx';
import type { Dropped } from './use-person-drag.ts';

type RosterPerson = Schemas['AttendedRosterRow'];

/** What can be done with people. Always the same functions: with every step of a drag, no one in the lists is drawn again. */
export interface PersonHandlers {
  signUp(person: Schemas['Candidate'], to: Dropped, done: () => void): void;
  move(person: RosterPerson, to: Dropped): void;
  drag(event: Press, person: Schemas['Candidate'], done: () => void): void;
  dragAway(event: Press, person: RosterPerson): void;
}

interface SignedUpProps {
  readonly shift: Shift;
  /** Those on screen: people can be moved there. */
  readonly shifts: readonly Shift[];
  readonly handlers: PersonHandlers;
}

/** With more people, their list can be searched. */
const fewPeople = 10;

/** Those who have a spot. There can be thousands: they come in pages, in a box that scrolls on its own. */
export const SignedUp = memo(function SignedUp({ shift, shifts, handlers }: SignedUpProps) {
  const t = useTranslations('manageShifts.people');
  const [moved, setMoved] = useState<number>();
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), 200);
  const roster = useInfiniteQuery({
    ...apiPages('/api/v1/shifts/{id}/roster', {
      path: { id: shift.id },
      query: { limit: 50, has_spot: true, ...(q !== '' && { q }) },
    }),
    ...useFreshness(),
    placeholderData: keepPreviousData,
  });
  const roleOf = (id: number | null) => shift.roles.find((role) => role.id === id)?.name ?? '';
  const count = shift.signup_count + shift.pending_count;
  return (
    <KeepFocus>
      <Stack gap="xs" mt="md">
        <Title order={3} size="h5">
          {t('signedUp', { count })}
        </Title>
        {(count > fewPeople || words !== '') && (
          <TextInput
            aria-label={t('searchSignedUp')}
            placeholder={t('searchSignedUp')}
            leftSection={<IconSearch size={18} aria-hidden />}
            type="search"
            maxLength={200}
            value={words}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
          />
        )}
        <div className={classes['box']}>
          <CursorList
            query={roster}
            skeleton={<ListSkeleton rows={Math.min(count, 3)} height={44} />}
            empty={q !== '' && <Text c="dimmed">{t('notSignedUp')}</Text>}
          >
            {(people) => (
              <ul className={classes['list']}>
                {people.map((person) => (
                  <SignedUpPerson
                    key={person.id}
                    person={person}
                    role={roleOf(person.role_id)}
                    shift={shift}
                    shifts={shifts}
                    isMoved={moved === person.id}
                    setMoved={setMoved}
                    handlers={handlers}
                  />
                ))}
              </ul>
            )}
          </CursorList>
        </div>
      </Stack>
    </KeepFocus>
  );
});

interface SignedUpPersonProps extends SignedUpProps {
  readonly person: RosterPerson;
  readonly role: string;
  readonly isMoved: boolean;
  readonly setMoved: (id: number | undefined) => void;
}

const SignedUpPerson = memo(function SignedUpPerson(props: SignedUpPersonProps) {
  const { person, role, shift, shifts, isMoved, setMoved, handlers } = props;
  const t = useTranslations('manageShifts.people');
  return (
    <PersonLine name={person.user_name} about={role} grab={(event) => handlers.dragAway(event, person)}>
      <Button
        size="compact-md"
        variant="default"
        aria-expanded={isMoved}
        aria-label={t('moveOf', { name: person.user_name })}
        onClick={() => setMoved(isMoved ? undefined : person.id)}
      >
        {t('move')}
      </Button>
      {isMoved && (
        <MoveTo
          person={person}
          shift={shift}
          shifts={shifts}
          submit={(to) => {
            setMoved(undefined);
            handlers.move(person, to);
          }}
        />
      )}
    </PersonLine>
  );
});

interface MoveToProps {
  readonly person: RosterPerson;
  readonly shift: Shift;
  readonly shifts: readonly Shift[];
  readonly submit: (to: Dropped) => void;
}

/** The same as dragging, without a pointer: another shift on screen, or another role. */
function MoveTo({ person, shift, shifts, submit }: MoveToProps) {
  const t = useTranslations('manageShifts.people');
  const times = useTimes();
  const [shiftId, setShiftId] = useState(shift.id);
  const [chosen, setRole] = useState(person.role_key ?? '');
  const others = shifts.filter(
    (other) =>
      other.id !== shift.id &&
      other.status === 'published' &&
      other.mission_id === shift.mission_id &&
      !isOver(other),
  );
  const open = [shift, ...others].sort((a, b) => msOf(a.start_time) - msOf(b.start_time));
  const target = open.find(({ id }) => id === shiftId) ?? shift;
  // The role stays where the other shift has it too.
  const role = target.roles.some(({ key }) => key === chosen) ? chosen : '';
  return (
    <Stack gap="xs" className={classes['moveTo'] ?? ''}>
      <NativeSelect
        label={t('toShift')}
        value={String(shiftId)}
        data={open.map(({ id, title, start_time, time_zone }) => ({
          value: String(id),
          label: `${title}, ${times.format('moment', start_time, time_zone)}`,
        }))}
        onChange={({ currentTarget }) => setShiftId(Number(currentTarget.value))}
      />
      {target.roles.length > 0 && (
        <NativeSelect
          label={t('role')}
          value={role}
          data={[
            { value: '', label: t('anyRole') },
            ...target.roles.map(({ key, name }) => ({ value: key, label: name })),
          ]}
          onChange={({ currentTarget }) => setRole(currentTarget.value)}
        />
      )}
      <Button
        disabled={target.id === shift.id && role === (person.role_key ?? '')}
        onClick={() => submit({ shiftId: target.id, roleKey: role === '' ? null : role })}
      >
        {t('moveHere')}
      </Button>
    </Stack>
  );
}
