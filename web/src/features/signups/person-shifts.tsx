import { Button, Group, SegmentedControl } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../api/me.ts';
import { apiPages } from '../../api/query.ts';
import type { Member } from '../../api/use-member.ts';
import { CursorList } from '../../ui/cursor-list.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { TextLink } from '../../ui/links.tsx';
import classes from '../../ui/rows.module.css';
import { PlainSection } from '../../ui/section.tsx';
import { ShiftTime } from '../../ui/shift-time.tsx';
import { ListSkeleton } from '../../ui/states.tsx';

const SignUpPerson = lazyDialog(() => import('./sign-up-person-dialog.tsx'));

const spans = ['upcoming', 'past'] as const;

interface PersonShiftsProps {
  readonly userId: number;
  readonly name: string;
  /** The first page of what is ahead. */
  readonly upcoming: NonNullable<Member['registrations']>;
  /** When that was read. */
  readonly readAt: number;
}

export function PersonShifts({ userId, name, upcoming, readAt }: PersonShiftsProps) {
  const t = useTranslations('manageSignups.person');
  const [when, setWhen] = useState<(typeof spans)[number]>('upcoming');
  const path = { id: useOrganizationId(), user_id: userId };
  const registrations = useInfiniteQuery({
    ...apiPages('/api/v1/organizations/{id}/members/{user_id}/registrations', {
      path,
      query: { when, limit: 20 },
    }),
    // What is ahead has come with the member.
    ...(when === 'upcoming' && {
      initialData: { pages: [upcoming], pageParams: [null] },
      initialDataUpdatedAt: readAt,
    }),
  });
  const columns = useColumns();
  return (
    <PlainSection
      title={t('shifts')}
      actions={
        <Group>
          <SegmentedControl
            size="md"
            aria-label={t('when')}
            value={when}
            onChange={(value) => setWhen(value as typeof when)}
            data={spans.map((value) => ({ value, label: t(value) }))}
          />
          <SignUpPerson userId={userId} name={name}>
            {(open) => (
              <Button variant="default" onClick={open}>
                {t('signUp')}
              </Button>
            )}
          </SignUpPerson>
        </Group>
      }
    >
      <CursorList
        query={registrations}
        skeleton={<ListSkeleton rows={2} height={48} />}
        empty={<p className={classes['quiet']}>{t('noShifts')}</p>}
      >
        {(rows) => <DataTable label={t('shifts')} columns={columns} rows={rows} rowKey={({ id }) => id} />}
      </CursorList>
    </PlainSection>
  );
}

function useColumns(): Column<Schemas['MyRegistration']>[] {
  const t = useTranslations('manageSignups.person');
  const came = useTranslations('manageSignups.attendance');
  return [
    {
      key: 'shift',
      label: t('shift'),
      isTitle: true,
      render: ({ shift }) => (
        <TextLink to="/manage/shifts/$id" params={{ id: String(shift.id) }}>
          {shift.title}
        </TextLink>
      ),
    },
    {
      key: 'when',
      label: t('when'),
      render: ({ shift }) => (
        <ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} />
      ),
    },
    {
      key: 'status',
      label: t('status'),
      render: ({ status, shift, attendance }) => {
        if (shift.status === 'cancelled') return t('shiftCancelled');
        return attendance === null ? t(`statuses.${status}`) : came(`statuses.${attendance}`);
      },
    },
  ];
}
