import { Button, CloseButton, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Schemas } from '@muster/client';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { refreshShifts, sendChange, useTask } from '../../../api/mutation.ts';
import { apiPages } from '../../../api/query.ts';
import { useTimes } from '../../../time/hooks.ts';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { ListSkeleton } from '../../../ui/states.tsx';
import { useAboutCandidate } from '../../../ui/use-about-candidate.ts';
import type { Shift } from '../shift.ts';
import { staffOf } from '../spots.ts';
import { useStaffText } from '../spots-left.tsx';
import classes from './people-panel.module.css';
import { PersonLine } from './person-line.tsx';
import { type PersonHandlers, SignedUp } from './signed-up.tsx';
import { usePersonDrag } from './use-person-drag.ts';
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
  const handlers = useStable<PersonHandlers>({
    signUp,
    move,
    drag: (event, person, done) =>
      grab(event, {
        name: person.name,
        refusalOf: (to) => refusalOf(to, false),
        drop: (to) => signUp(person, to, done),
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
        <Text size="sm" c="dimmed" visibleFrom="sm">
          {t('hint')}
        </Text>
      )}
      <div role="status">{news}</div>
      <Problem error={error} />
      <SignedUp key={shift.id} shift={shift} shifts={shifts} handlers={handlers} />
      {isDraft ? (
        <Draft shift={shift} done={() => heading.current?.focus()} />
      ) : (
        <Free key={shift.id} shift={shift} handlers={handlers} />
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
  readonly handlers: PersonHandlers;
}

const Free = memo(function Free({ shift, handlers }: FreeProps) {
  const t = useTranslations('manageShifts.people');
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), 200);
  const [role, setRole] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const { done } = useStable({
    // Who was looked for is found: the next name begins with an empty field.
    done: () => {
      if (words === '') return;
      setWords('');
      search.current?.focus({ preventScroll: true });
    },
  });
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
          ref={search}
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
                <FreePerson
                  key={person.user_id}
                  person={person}
                  shift={shift}
                  role={role}
                  handlers={handlers}
                  done={done}
                />
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
  /** Called when they are signed up. */
  readonly done: () => void;
}

const FreePerson = memo(function FreePerson({ person, shift, role, handlers, done }: FreePersonProps) {
  const t = useTranslations('manageShifts.people');
  const about = useAboutCandidate(shift.time_zone);
  return (
    <PersonLine name={person.name} about={about(person)} grab={(event) => handlers.drag(event, person, done)}>
      <Button
        size="compact-md"
        aria-label={t('signUpOf', { name: person.name })}
        onClick={() =>
          handlers.signUp(person, { shiftId: shift.id, roleKey: role === '' ? null : role }, done)
        }
      >
        {t('signUp')}
      </Button>
    </PersonLine>
  );
});
