import { Button, CloseButton, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Schemas } from '@muster/client';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { memo, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../../api/live.ts';
import { refreshShifts, sendChange, useTask } from '../../../api/mutation.ts';
import { apiPages } from '../../../api/query.ts';
import { msOf } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { ListSkeleton } from '../../../ui/states.tsx';
import { useAboutCandidate } from '../../../ui/use-about-candidate.ts';
import type { Shift } from '../shift.ts';
import { isOver, staffOf } from '../spots.ts';
import { useStaffText } from '../spots-left.tsx';
import classes from './people-panel.module.css';
import { PersonLine, type Press } from './person-line.tsx';
import { type Dropped, usePersonDrag } from './use-person-drag.ts';
import { usePersonMoves } from './use-person-moves.ts';
import { useStable } from './use-stable.ts';

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
  const { signUp, move, refusalOf, news, error } = usePersonMoves(shift, shifts);
  const { grab, ghost } = usePersonDrag();
  const hands = useStable<Hands>({
    signUp,
    move,
    drag: (event, person) =>
      grab(event, {
        name: person.name,
        refusalOf: (to) => refusalOf(to, false),
        drop: (to) => signUp(person, to),
      }),
    dragAway: (event, person) =>
      grab(event, {
        name: person.user_name,
        refusalOf: (to) => refusalOf(to, true),
        drop: (to) => move(person, to),
      }),
  });
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
      <SignedUp shift={shift} shifts={shifts} hands={hands} />
      {isDraft ? (
        <Draft shift={shift} done={() => heading.current?.focus()} />
      ) : (
        <Free shift={shift} hands={hands} />
      )}
      {ghost !== undefined && (
        <div className={classes['ghost']} style={{ left: ghost.x, top: ghost.y }} aria-hidden>
          {ghost.name}
          {ghost.why !== undefined && <div>{ghost.why}</div>}
        </div>
      )}
    </aside>
  );
}

type Candidate = Schemas['Candidate'];
type RosterPerson = Schemas['AttendedRosterRow'];

/** What can be done with people. Always the same functions: with every step of a drag, no one in the lists is drawn again. */
interface Hands {
  signUp(person: Candidate, to: Dropped): void;
  move(person: RosterPerson, to: Dropped): void;
  drag(event: Press, person: Candidate): void;
  dragAway(event: Press, person: RosterPerson): void;
}

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
  readonly hands: Hands;
}

const Free = memo(function Free({ shift, hands }: FreeProps) {
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
                <FreePerson key={person.user_id} person={person} shift={shift} role={role} hands={hands} />
              ))}
            </ul>
          )}
        </CursorList>
      </Stack>
    </KeepFocus>
  );
});

interface FreePersonProps extends FreeProps {
  readonly person: Candidate;
  readonly role: string;
}

const FreePerson = memo(function FreePerson({ person, shift, role, hands }: FreePersonProps) {
  const t = useTranslations('manageShifts.people');
  const about = useAboutCandidate(shift.time_zone);
  return (
    <PersonLine name={person.name} about={about(person)} grab={(event) => hands.drag(event, person)}>
      <Button
        size="compact-md"
        aria-label={t('signUpOf', { name: person.name })}
        onClick={() => hands.signUp(person, { shiftId: shift.id, roleKey: role === '' ? null : role })}
      >
        {t('signUp')}
      </Button>
    </PersonLine>
  );
});

interface SignedUpProps extends FreeProps {
  readonly shifts: readonly Shift[];
}

const holding = new Set(['active', 'pending_approval']);

const SignedUp = memo(function SignedUp({ shift, shifts, hands }: SignedUpProps) {
  const t = useTranslations('manageShifts.people');
  const [moved, setMoved] = useState<number>();
  const roster = useInfiniteQuery({
    ...apiPages('/api/v1/shifts/{id}/roster', { path: { id: shift.id }, query: { limit: 200 } }),
    ...useFreshness(),
  });
  // Drawn in pieces: hundreds at once would hold up what is typed.
  const people = useDeferredValue(roster.data)?.filter(({ status }) => holding.has(status)) ?? [];
  const roleOf = (id: number | null) => shift.roles.find((role) => role.id === id)?.name ?? '';
  return (
    <KeepFocus>
      <Title order={3} size="h5" mt="md">
        {t('signedUp', { count: people.length })}
      </Title>
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
            hands={hands}
          />
        ))}
      </ul>
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
  const { person, role, shift, shifts, isMoved, setMoved, hands } = props;
  const t = useTranslations('manageShifts.people');
  return (
    <PersonLine name={person.user_name} about={role} grab={(event) => hands.dragAway(event, person)}>
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
            hands.move(person, to);
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
