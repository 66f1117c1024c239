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
  canMove,
  canVerify,
  checkInOrOut,
  decide,
  giveSpot,
  isWaiting,
  useMove,
  useRosterActions,
} from './actions.ts';
import classes from './roster.module.css';
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
  const { open, attempt, shift } = useRosterActions();
  const isCancelled = person.status === 'cancelled';
  const isPending = person.status === 'pending_approval';
  const can = attendanceSteps(person);
  const name = person.user_name;
  const target = useRef<HTMLButtonElement>(null);
  return (
    <Menu
      defaultOpened
      // The button that was pressed first is gone: without this the focus would be lost, also behind a window that opens.
      onClose={() => target.current?.focus({ preventScroll: true })}
      position="bottom-end"
      width={260}
      portalProps={{ target: '#content' }}
      classNames={{ item: classes['menuItem'] ?? '' }}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon ref={target} variant="subtle" color="gray" size={44} aria-label={t('label', { name })}>
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isPending && (
          <>
            <Menu.Item
              leftSection={<IconCheck size={18} aria-hidden />}
              onClick={() => void attempt(t('approve'), () => decide(person.id, 'approve'))}
            >
              {t('approve')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconX size={18} aria-hidden />}
              onClick={() => open({ kind: 'reject', people: [person] })}
            >
              {t('reject')}
            </Menu.Item>
          </>
        )}
        {isWaiting(person) && (
          <Menu.Item
            leftSection={<IconArmchair size={18} aria-hidden />}
            onClick={() => void attempt(t('giveSpot'), (override) => giveSpot(person, override))}
          >
            {t('giveSpot')}
          </Menu.Item>
        )}
        {can.checkIn && (
          <Menu.Item
            leftSection={<IconDoorEnter size={18} aria-hidden />}
            onClick={() => void attempt(t('checkIn'), () => checkInOrOut(person, 'checkin'))}
          >
            {t('checkIn')}
          </Menu.Item>
        )}
        {can.checkOut && (
          <Menu.Item
            leftSection={<IconDoorExit size={18} aria-hidden />}
            onClick={() => void attempt(t('checkOut'), () => checkInOrOut(person, 'checkout'))}
          >
            {t('checkOut')}
          </Menu.Item>
        )}
        {canVerify(person) && (
          <Menu.Item
            leftSection={<IconRosetteDiscountCheck size={18} aria-hidden />}
            onClick={() => void attempt(t('verify'), () => verifyHours(shift.organization_id, [person.id]))}
          >
            {t('verify')}
          </Menu.Item>
        )}
        {can.correct && (
          <Menu.Item
            leftSection={<IconClockEdit size={18} aria-hidden />}
            onClick={() => open({ kind: 'correct', person })}
          >
            {t('correct')}
          </Menu.Item>
        )}
        <RoleItems person={person} />
        <Menu.Divider />
        {canMove(person) && (
          <Menu.Item
            leftSection={<IconArrowsExchange size={18} aria-hidden />}
            onClick={() => open({ kind: 'move', people: [person] })}
          >
            {t('move')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconUser size={18} aria-hidden />}
          onClick={() => void navigate({ to: '/manage/people/$id', params: { id: String(person.user_id) } })}
        >
          {t('person')}
        </Menu.Item>
        {!isCancelled && (
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconUserMinus size={18} aria-hidden />}
            onClick={() => open({ kind: 'cancel', people: [person] })}
          >
            {t('cancel')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function attendanceSteps({ status, attendance }: RosterPerson) {
  const came = attendance?.status ?? 'expected';
  return {
    checkIn: status === 'active' && (came === 'expected' || came === 'no_show'),
    checkOut: status === 'active' && came === 'checked_in',
    correct: status === 'active' || came !== 'expected',
  };
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
