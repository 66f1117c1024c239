import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArmchair,
  IconArrowsExchange,
  IconCheck,
  IconClockEdit,
  IconDoorEnter,
  IconDoorExit,
  IconDotsVertical,
  IconRosetteDiscountCheck,
  IconUser,
  IconUserMinus,
  IconX,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { verifyHours } from '../../hours/index.ts';
import {
  attendanceSteps,
  canMove,
  canVerify,
  checkIn,
  checkOut,
  decide,
  giveSpot,
  isWaiting,
  useMove,
  useRosterActions,
} from './actions.ts';
import { MenuEntry, RosterMenu } from './menu.tsx';
import type { RosterPerson } from './use-roster.ts';

/** Everything that can be done about one person, also without a mouse. */
export function PersonMenu({ person }: { readonly person: RosterPerson }) {
  const t = useTranslations('manageSignups.menu');
  // A menu for each row that scrolls by would cost more than the rest of the row; it is rendered when it is opened.
  const [isUsed, setUsed] = useState(false);
  if (isUsed) return <UsedMenu person={person} />;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-haspopup="menu"
      aria-label={t('label', { name: person.user_name })}
      onClick={() => setUsed(true)}
    >
      <IconDotsVertical size={20} aria-hidden />
    </ActionIcon>
  );
}

function UsedMenu({ person }: { readonly person: RosterPerson }) {
  const t = useTranslations('manageSignups.menu');
  const navigate = useNavigate();
  const { open } = useRosterActions();
  const name = person.user_name;
  const target = useRef<HTMLButtonElement>(null);
  return (
    <RosterMenu
      defaultOpened
      // The button that was pressed first is gone: without this the focus would be lost, also behind a window that opens.
      onClose={() => target.current?.focus({ preventScroll: true })}
      width={260}
    >
      <Menu.Target>
        <ActionIcon ref={target} variant="subtle" color="gray" size={44} aria-label={t('label', { name })}>
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <DecisionItems person={person} />
        <AttendanceItems person={person} />
        <RoleItems person={person} />
        <Menu.Divider />
        {canMove(person) && (
          <MenuEntry
            icon={IconArrowsExchange}
            label={t('move')}
            onClick={() => open({ kind: 'move', people: [person] })}
          />
        )}
        <MenuEntry
          icon={IconUser}
          label={t('person')}
          onClick={() => void navigate({ to: '/manage/people/$id', params: { id: String(person.user_id) } })}
        />
        {person.status !== 'cancelled' && (
          <MenuEntry
            icon={IconUserMinus}
            label={t('cancel')}
            isDangerous
            onClick={() => open({ kind: 'cancel', people: [person] })}
          />
        )}
      </Menu.Dropdown>
    </RosterMenu>
  );
}

/** For those who wait for an answer or for a spot. */
function DecisionItems({ person }: { readonly person: RosterPerson }) {
  const t = useTranslations('manageSignups.menu');
  const { open, attempt } = useRosterActions();
  return (
    <>
      {person.status === 'pending_approval' && (
        <>
          <MenuEntry
            icon={IconCheck}
            label={t('approve')}
            onClick={() => void attempt(t('approve'), () => decide(person.id, 'approve'))}
          />
          <MenuEntry
            icon={IconX}
            label={t('reject')}
            onClick={() => open({ kind: 'reject', people: [person] })}
          />
        </>
      )}
      {isWaiting(person) && (
        <MenuEntry
          icon={IconArmchair}
          label={t('giveSpot')}
          onClick={() => void attempt(t('giveSpot'), (override) => giveSpot(person, override))}
        />
      )}
    </>
  );
}

function AttendanceItems({ person }: { readonly person: RosterPerson }) {
  const t = useTranslations('manageSignups.menu');
  const { open, attempt, shift } = useRosterActions();
  const can = attendanceSteps(person);
  return (
    <>
      {can.checkIn && (
        <MenuEntry
          icon={IconDoorEnter}
          label={t('checkIn')}
          onClick={() => void attempt(t('checkIn'), (override) => checkIn(person, override))}
        />
      )}
      {can.checkOut && (
        <MenuEntry
          icon={IconDoorExit}
          label={t('checkOut')}
          onClick={() => void attempt(t('checkOut'), () => checkOut(person))}
        />
      )}
      {canVerify(person) && (
        <MenuEntry
          icon={IconRosetteDiscountCheck}
          label={t('verify')}
          onClick={() => void attempt(t('verify'), () => verifyHours(shift.organization_id, [person.id]))}
        />
      )}
      {can.correct && (
        <MenuEntry
          icon={IconClockEdit}
          label={t('correct')}
          onClick={() => open({ kind: 'correct', person })}
        />
      )}
    </>
  );
}

function RoleItems({ person }: { readonly person: RosterPerson }) {
  const t = useTranslations('manageSignups.menu');
  const { shift } = useRosterActions();
  const move = useMove();
  const others = shift.roles.filter(({ id }) => id !== person.role_id);
  if (!canMove(person) || others.length === 0) return null;
  return (
    <>
      <Menu.Label>{t('roles')}</Menu.Label>
      {others.map((role) => (
        <Menu.Item key={role.id} onClick={() => move(person, { shiftId: shift.id, role, name: role.name })}>
          {t('toRole', { role: role.name })}
        </Menu.Item>
      ))}
    </>
  );
}
