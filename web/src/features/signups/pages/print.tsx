import { Button, Checkbox, Group, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMembership } from '../../../api/me.ts';
import { apiQuery } from '../../../api/query.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { ShiftTime } from '../../../ui/shift-time.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states.tsx';
import classes from '../print.module.css';
import { groupsOf } from '../roster/groups.ts';
import { useGroupName } from '../roster/roster-list.tsx';
import { type RosterPerson, type Shift, useRoster } from '../roster/use-roster.ts';

const route = getRouteApi('/manage/shifts/$id/print');

const kinds = ['roster', 'signIn', 'badges'] as const;
const papers = ['a4', 'letter'] as const;

/** Lists for the wall and the table. Everyone is on them, not only those whom a screen would show. */
export function PrintPage() {
  const t = useTranslations('manageSignups.print');
  const id = Number(route.useParams().id);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [hasBlank, setBlank] = useState(true);
  const shift = useQuery(apiQuery('/api/v1/shifts/{id}', { path: { id } }));
  const { people, signups } = useRoster(id);
  const what = kinds.find((one) => one === search.what) ?? 'roster';
  const paper = papers.find((one) => one === search.paper) ?? 'a4';
  const change = (part: { what?: string; paper?: string }) =>
    void navigate({ search: { ...search, ...part }, replace: true, resetScroll: false });
  const error = shift.error ?? signups.error;
  return (
    <Page
      title={t('title')}
      lead={shift.data?.title}
      actions={
        <>
          <ButtonLink to="/manage/shifts/$id/poster" params={{ id: String(id) }} variant="default">
            {t('poster')}
          </ButtonLink>
          <Button
            leftSection={<IconPrinter size={18} aria-hidden />}
            disabled={people === undefined}
            onClick={() => window.print()}
          >
            {t('print')}
          </Button>
        </>
      }
    >
      <Group align="flex-end" mb="lg" className={classes['controls'] ?? ''}>
        <SegmentedControl
          size="md"
          aria-label={t('what')}
          value={what}
          onChange={(value) => change({ what: value })}
          data={kinds.map((value) => ({ value, label: t(value) }))}
        />
        <NativeSelect
          label={t('paper')}
          value={paper}
          data={papers.map((value) => ({ value, label: t(value) }))}
          onChange={({ currentTarget }) => change({ paper: currentTarget.value })}
        />
        {what === 'signIn' && (
          <Checkbox
            py="sm"
            label={t('blank')}
            checked={hasBlank}
            onChange={({ currentTarget }) => setBlank(currentTarget.checked)}
          />
        )}
      </Group>
      {shift.data === undefined || people === undefined ? (
        error === null ? (
          <ListSkeleton />
        ) : (
          <ErrorState error={error} retry={() => void Promise.all([shift.refetch(), signups.refetch()])} />
        )
      ) : (
        <div className={`${classes['sheet']} ${classes[paper]}`}>
          {what === 'badges' ? (
            <Badges shift={shift.data} people={people} />
          ) : (
            <List shift={shift.data} people={people} isSignIn={what === 'signIn'} hasBlank={hasBlank} />
          )}
        </div>
      )}
    </Page>
  );
}

interface SheetProps {
  readonly shift: Shift;
  readonly people: readonly RosterPerson[];
}

/** How many lines are left for people who come without a sign-up. */
const blankLines = 8;

function List({ shift, people, isSignIn, hasBlank }: SheetProps & { isSignIn: boolean; hasBlank: boolean }) {
  const t = useTranslations('manageSignups.print');
  const statusOf = useTranslations('manageSignups.person.statuses');
  const nameOf = useGroupName();
  const groups = groupsOf(shift, people).filter(({ kind }) =>
    isSignIn ? kind === 'role' : kind !== 'cancelled',
  );
  const lines = groups.flatMap((group) => group.people.map((person) => ({ person, group })));
  const hasRoles = shift.roles.length > 0;
  const columns = isSignIn
    ? (['arrived', 'left', 'signature'] as const)
    : (['phone', 'email', 'status'] as const);
  const cell = (person: RosterPerson, column: (typeof columns)[number]) => {
    if (column === 'phone') return person.user_phone;
    if (column === 'email') return person.user_email;
    return column === 'status' ? statusOf(person.status) : null;
  };
  const blank = isSignIn && hasBlank ? blankLines : 0;
  return (
    <>
      <h2>{shift.title}</h2>
      <p>
        <ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} />
        {shift.location !== '' && ` · ${shift.location}`} · {t('people', { count: lines.length })}
      </p>
      {lines.length + blank === 0 ? (
        <EmptyState title={t('none')} />
      ) : (
        <table className={isSignIn ? classes['signIn'] : undefined}>
          <thead>
            <tr>
              <th scope="col">{t('name')}</th>
              {hasRoles && <th scope="col">{t('role')}</th>}
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ person, group }) => (
              <tr key={person.id}>
                <td>{person.user_name}</td>
                {hasRoles && <td>{group.kind === 'role' ? nameOf(group) : ''}</td>}
                {columns.map((column) => (
                  <td key={column}>{cell(person, column)}</td>
                ))}
              </tr>
            ))}
            {Array.from({ length: blank }, (_, index) => `blank ${index}`).map((key) => (
              <tr key={key}>
                <td />
                {hasRoles && <td />}
                {columns.map((column) => (
                  <td key={column} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function Badges({ shift, people }: SheetProps) {
  const t = useTranslations('manageSignups.print');
  const { organization } = useMembership();
  const groups = groupsOf(shift, people).filter(({ kind }) => kind === 'role');
  const lines = groups.flatMap((group) => group.people.map((person) => ({ person, role: group.role })));
  if (lines.length === 0) return <EmptyState title={t('none')} />;
  return (
    <ul className={classes['badges']}>
      {lines.map(({ person, role }) => (
        <li key={person.id}>
          <span>{organization?.name}</span>
          <strong>{person.user_name}</strong>
          <span>{role?.name ?? shift.title}</span>
        </li>
      ))}
    </ul>
  );
}
