import { Button, CloseButton, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Schemas } from '@muster/client';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../../api/live.ts';
import { refreshShifts, sendChange, useTask } from '../../../api/mutation.ts';
import { apiPages } from '../../../api/query.ts';
import { useTimes } from '../../../time/hooks.ts';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { ListSkeleton } from '../../../ui/states.tsx';
import type { Shift } from '../shift.ts';
import { staffOf } from '../spots.ts';
import { useStaffText } from '../spots-left.tsx';
import classes from './people-panel.module.css';
import { type Dropped, usePersonDrag } from './use-person-drag.ts';
import { usePersonMoves } from './use-person-moves.ts';

interface PeoplePanelProps {
  readonly shift: Shift;
  /** Those on screen: people can be moved there. */
  readonly shifts: readonly Shift[];
  readonly close: () => void;
}

/** Who is on a shift and who could be: dragged onto a shift, or chosen with a button. */
export function PeoplePanel({ shift, shifts, close }: PeoplePanelProps) {
  const t = useTranslations('manageShifts.people');
  const times = useTimes();
  const staffText = useStaffText();
  const heading = useRef<HTMLHeadingElement>(null);
  const isDraft = shift.status === 'draft';
  const { signUp, move, news, error } = usePersonMoves(shifts);
  const { grab, ghost } = usePersonDrag();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another shift is another panel
  useEffect(() => heading.current?.focus(), [shift.id]);
  return (
    <aside className={classes['panel']} aria-labelledby="people-panel">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2} size="h4" id="people-panel" ref={heading} tabIndex={-1}>
          {t('title', { title: shift.title })}
        </Title>
        <CloseButton size="lg" aria-label={t('close')} onClick={close} />
      </Group>
      <Text size="sm">{times.range('moment', shift.start_time, shift.end_time, shift.time_zone)}</Text>
      <Text size="sm">{staffText.long(staffOf(shift))}</Text>
      {isDraft || (
        <Text size="sm" c="dimmed">
          {t('hint')}
        </Text>
      )}
      <div role="status">{news}</div>
      <Problem error={error} />
      <SignedUp
        shift={shift}
        shifts={shifts}
        move={move}
        grab={(event, person) => grab(event, person.user_name, (to) => move(person, to))}
      />
      {isDraft ? (
        <Draft shift={shift} done={() => heading.current?.focus()} />
      ) : (
        <Free
          shift={shift}
          signUp={signUp}
          grab={(event, person) => grab(event, person.name, (to) => signUp(person, to))}
        />
      )}
      {ghost !== undefined && (
        <div className={classes['ghost']} style={{ left: ghost.x, top: ghost.y }} aria-hidden>
          {ghost.name}
        </div>
      )}
    </aside>
  );
}

type Candidate = Schemas['Candidate'];
type Grab<Person> = (event: React.PointerEvent<HTMLElement>, person: Person) => void;

/** No one is signed up for what only coordinators see. */
function Draft({ shift: { id }, done }: { readonly shift: Shift; readonly done: () => void }) {
  const t = useTranslations('manageShifts.people');
  const publish = useTask(async () => {
    await sendChange('post', '/api/v1/shifts/{id}/publish', { path: { id }, body: {} });
    done();
    await refreshShifts();
  });
  return (
    <Stack gap="xs" mt="md">
      <Text>{t('draft')}</Text>
      <Problem error={publish.error} />
      <Button loading={publish.isPending} onClick={() => publish.mutate()}>
        {t('publish')}
      </Button>
    </Stack>
  );
}

interface FreeProps {
  readonly shift: Shift;
  readonly signUp: (person: Candidate, to: Dropped) => void;
  readonly grab: Grab<Candidate>;
}

function Free({ shift, signUp, grab }: FreeProps) {
  const t = useTranslations('manageShifts.people');
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), 200);
  const [role, setRole] = useState('');
  const found = useInfiniteQuery({
    ...apiPages('/api/v1/shifts/{id}/candidates', {
      path: { id: shift.id },
      query: { limit: 50, ...(q !== '' && { q }), ...(role !== '' && { role_key: role }) },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <KeepFocus>
      <Stack gap="xs" mt="md">
        <Title order={3} size="h5">
          {t('free')}
        </Title>
        <TextInput
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={18} aria-hidden />}
          type="search"
          maxLength={200}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        {shift.roles.length > 0 && (
          <NativeSelect
            label={t('role')}
            value={role}
            data={[
              { value: '', label: t('anyRole') },
              ...shift.roles.map(({ key, name }) => ({ value: key, label: name })),
            ]}
            onChange={({ currentTarget }) => setRole(currentTarget.value)}
          />
        )}
        <CursorList
          query={found}
          skeleton={<ListSkeleton rows={3} height={44} />}
          empty={<Text c="dimmed">{t(q === '' ? 'nobodyFree' : 'notFound')}</Text>}
        >
          {(people) => (
            <ul className={classes['list']}>
              {people.map((person) => (
                <Person
                  key={person.user_id}
                  name={person.name}
                  about={<About person={person} shift={shift} />}
                  grab={(event) => grab(event, person)}
                >
                  <Button
                    size="compact-md"
                    aria-label={t('signUpOf', { name: person.name })}
                    onClick={() => signUp(person, { shiftId: shift.id, roleKey: role === '' ? null : role })}
                  >
                    {t('signUp')}
                  </Button>
                </Person>
              ))}
            </ul>
          )}
        </CursorList>
      </Stack>
    </KeepFocus>
  );
}

function About({ person, shift }: { readonly person: Candidate; readonly shift: Shift }) {
  const t = useTranslations('manageShifts.people');
  const times = useTimes();
  const { last_shift_at: last, week_minutes_left: left } = person;
  return [
    t(`availability.${person.availability}`),
    t('hours', {
      month: times.hours(person.month_minutes, 'short'),
      total: times.hours(person.total_minutes, 'short'),
    }),
    last === null ? t('never') : t('last', { day: times.format('dayYear', last, shift.time_zone) }),
    ...(left === null ? [] : [t('left', { hours: times.hours(left, 'short') })]),
  ].join(' · ');
}

type RosterPerson = Schemas['AttendedRosterRow'];

interface SignedUpProps {
  readonly shift: Shift;
  readonly shifts: readonly Shift[];
  readonly move: (person: RosterPerson, to: Dropped) => void;
  readonly grab: Grab<RosterPerson>;
}

const holding = new Set(['active', 'pending_approval']);

function SignedUp({ shift, shifts, move, grab }: SignedUpProps) {
  const t = useTranslations('manageShifts.people');
  const [moved, setMoved] = useState<number>();
  const roster = useInfiniteQuery({
    ...apiPages('/api/v1/shifts/{id}/roster', { path: { id: shift.id }, query: { limit: 200 } }),
    ...useFreshness(),
  });
  const people = roster.data?.filter(({ status }) => holding.has(status)) ?? [];
  const roleOf = (id: number | null) => shift.roles.find((role) => role.id === id)?.name ?? '';
  return (
    <KeepFocus>
      <Title order={3} size="h5" mt="md">
        {t('signedUp', { count: people.length })}
      </Title>
      <ul className={classes['list']}>
        {people.map((person) => (
          <Person
            key={person.id}
            name={person.user_name}
            about={roleOf(person.role_id)}
            grab={(event) => grab(event, person)}
          >
            <Button
              size="compact-md"
              variant="default"
              aria-expanded={moved === person.id}
              aria-label={t('moveOf', { name: person.user_name })}
              onClick={() => setMoved(moved === person.id ? undefined : person.id)}
            >
              {t('move')}
            </Button>
            {moved === person.id && (
              <MoveTo
                shift={shift}
                shifts={shifts}
                submit={(to) => {
                  setMoved(undefined);
                  move(person, to);
                }}
              />
            )}
          </Person>
        ))}
      </ul>
    </KeepFocus>
  );
}

interface MoveToProps {
  readonly shift: Shift;
  readonly shifts: readonly Shift[];
  readonly submit: (to: Dropped) => void;
}

/** The same as dragging, without a pointer: another shift on screen, or another role. */
function MoveTo({ shift, shifts, submit }: MoveToProps) {
  const t = useTranslations('manageShifts.people');
  const times = useTimes();
  const [shiftId, setShiftId] = useState(shift.id);
  const [role, setRole] = useState('');
  const open = shifts.filter(
    ({ status, mission_id }) => status !== 'cancelled' && mission_id === shift.mission_id,
  );
  const target = open.find(({ id }) => id === shiftId) ?? shift;
  return (
    <Stack gap="xs" className={classes['moveTo'] ?? ''}>
      <NativeSelect
        label={t('toShift')}
        value={String(shiftId)}
        data={open.map(({ id, title, start_time, time_zone }) => ({
          value: String(id),
          label: `${title}, ${times.format('moment', start_time, time_zone)}`,
        }))}
        onChange={({ currentTarget }) => {
          setShiftId(Number(currentTarget.value));
          setRole('');
        }}
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
      <Button onClick={() => submit({ shiftId: target.id, roleKey: role === '' ? null : role })}>
        {t('moveHere')}
      </Button>
    </Stack>
  );
}

interface PersonProps {
  readonly name: string;
  readonly about: ReactNode;
  readonly grab: (event: React.PointerEvent<HTMLElement>) => void;
  readonly children: ReactNode;
}

function Person({ name, about, grab, children }: PersonProps) {
  return (
    <li className={classes['person']}>
      <div className={classes['name']} onPointerDown={grab}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      </div>
      {children}
    </li>
  );
}
