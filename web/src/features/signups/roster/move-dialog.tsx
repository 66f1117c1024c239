import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failuresOf } from '../../../api/many.ts';
import { useTimes } from '../../../time/hooks.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ManyReport, useMany } from '../../../ui/many-report.tsx';
import { type MovedPerson, movedFrom, useUndoMoves } from '../../../ui/use-undo-moves.ts';
import { type Override, useRosterActions } from './actions.ts';
import { mostPeople, onPeople } from './bulk-calls.ts';
import { useNeighbours } from './groups.ts';
import type { RosterPerson } from './use-roster.ts';

interface MoveDialogProps {
  readonly people: readonly RosterPerson[];
  readonly close: () => void;
}

/** Moves one or many to a role or to another shift of the mission. A spot goes only if the new one is granted. */
export function MoveDialog({ people, close }: MoveDialogProps) {
  const t = useTranslations('manageSignups.moving');
  const words = useTranslations('common.action');
  const times = useTimes();
  const { shift, select } = useRosterActions();
  // Where a shift has no roles, there is nothing to switch within it.
  const places = [...(shift.roles.length === 0 ? [] : [shift]), ...useNeighbours(shift)];
  const [chosenId, setShiftId] = useState<number>();
  const [chosenRole, setRoleKey] = useState<string>();
  const { run, start } = useMany<RosterPerson>();
  const offerUndo = useUndoMoves();
  const place = places.find(({ id }) => id === chosenId) ?? places[0] ?? shift;
  const shiftId = place.id;
  const roleKey = chosenRole ?? (shiftId === shift.id ? commonRole(people) : '');
  const isElsewhere = shiftId !== shift.id || people.some(({ role_key }) => (role_key ?? '') !== roleKey);
  const role = place.roles.find(({ key }) => key === roleKey) ?? null;
  const move = async (some: readonly RosterPerson[], override?: Override) => {
    const to = { shiftId, roleKey: role?.key ?? null };
    const calls = onPeople(shift.organization_id);
    const moved: MovedPerson[] = [];
    const outcomes = await start(some, mostPeople, async (chunk) => {
      const answer = await calls.move(chunk, to, override);
      for (const [index, { status, registration }] of answer.items.entries()) {
        const before = chunk[index];
        if (status === 'done' && registration && before) moved.push(movedFrom(before, registration.id));
      }
      return answer;
    });
    const about = { count: moved.length, name: moved[0]?.name ?? '' };
    const goal = place.id === shift.id ? (role?.name ?? t('noRole')) : place.title;
    offerUndo(t('done', { ...about, place: goal }), shift.organization_id, moved);
    // Their old registrations have ended: what is done next is not about them.
    select(
      outcomes.filter(({ error }) => error === undefined).map(({ item }) => item.id),
      false,
    );
    if (failuresOf(outcomes).length === 0) close();
  };
  return (
    <Dialog title={t('title', { count: people.length, name: people[0]?.user_name ?? '' })} close={close}>
      {run === undefined ? (
        <Stack>
          {places.length > 0 && (
            <NativeSelect
              label={t('shift')}
              value={String(shiftId)}
              data={places.map((one) => ({
                value: String(one.id),
                label:
                  one.id === shift.id
                    ? t('thisShift')
                    : `${times.format('moment', one.start_time, one.time_zone)} · ${one.title}`,
              }))}
              onChange={({ currentTarget }) => {
                setShiftId(Number(currentTarget.value));
                setRoleKey(undefined);
              }}
            />
          )}
          {places.every(({ id }) => id === shift.id) && <Text c="dimmed">{t('noOther')}</Text>}
          {place.roles.length > 0 && (
            <NativeSelect
              label={t('role')}
              value={roleKey}
              data={[
                { value: '', label: t('noRole') },
                ...place.roles.map(({ key, name }) => ({ value: key, label: name })),
              ]}
              onChange={({ currentTarget }) => setRoleKey(currentTarget.value)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words('cancel')}
            </Button>
            <Button onClick={() => void move(people)} disabled={!isElsewhere}>
              {t('submit')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <ManyReport
          run={run}
          name={({ user_name }) => user_name}
          itemKey={({ id }) => id}
          again={move}
          close={close}
        />
      )}
    </Dialog>
  );
}

/** The role that all of them have, so that a switch within the shift starts from where they are. */
function commonRole(people: readonly RosterPerson[]): string {
  const roles = new Set(people.map(({ role_key }) => role_key ?? ''));
  return roles.size === 1 ? ([...roles][0] ?? '') : '';
}
