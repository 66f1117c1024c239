import { Button, Checkbox, Group, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMembership } from '../../../api/me.ts';
import { apiQuery } from '../../../api/query.ts';
import { isoOf } from '../../../time/calendar.ts';
import { useNowMs, useTimes } from '../../../time/hooks.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states.tsx';
import classes from '../print.module.css';
import { groupsOf, type RosterGroup } from '../roster/groups.ts';
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
  const sheet = `${classes['sheet']} ${classes[paper]}`;
  const error = shift.error ?? signups.error;
  const isWhole = people !== undefined && !signups.hasNextPage;
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
            disabled={!isWhole}
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
      {shift.data === undefined || !isWhole ? (
        error === null ? (
          <ListSkeleton />
        ) : (
          <ErrorState error={error} retry={() => void Promise.all([shift.refetch(), signups.refetch()])} />
        )
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: on a small screen it scrolls sideways, also by keyboard
        <section tabIndex={0} data-scrolls aria-label={t(what)} className={sheet}>
          {what === 'badges' ? (
            <Badges shift={shift.data} people={people} />
          ) : (
            <List shift={shift.data} people={people} isSignIn={what === 'signIn'} hasBlank={hasBlank} />
          )}
        </section>
      )}
    </Page>
  );
}

/** Which shift it is, for whom the list is, and how old it is. Times are those at the place: everyone reads the same paper. */
function About({ shift, count }: { readonly shift: Shift; readonly count: number }) {
  const t = useTranslations('manageSignups.print');
  const times = useTimes();
  const now = isoOf(useNowMs(60_000));
  const when = times.span(shift.start_time, shift.end_time, shift.time_zone);
  return (
    <>
      <h2>{shift.title}</h2>
      <p>
        <strong>{when}</strong>
        {shift.location !== '' && ` · ${shift.location}`}
      </p>
      <p>
        {t('people', { count })} · {t('asOf', { time: times.format('moment', now, shift.time_zone) })}
      </p>
    </>
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
  const roleOf = ({ role_id }: RosterPerson, group: RosterGroup) =>
    group.kind === 'role' ? nameOf(group) : shift.roles.find(({ id }) => id === role_id)?.name;
  const columns = isSignIn
    ? (['arrived', 'left', 'signature'] as const)
    : (['phone', 'email', 'status'] as const);
  const cell = (person: RosterPerson, column: (typeof columns)[number]) => {
    if (column === 'phone') return person.user_phone;
    if (column === 'email') return person.user_email;
    return column === 'status' ? statusOf(person.status) : null;
  };
  const blank = isSignIn && hasBlank ? blankLines : 0;
  if (lines.length + blank === 0) return <EmptyState title={t('none')} />;
  return (
    <table className={isSignIn ? classes['signIn'] : undefined}>
      <colgroup>
        <col data-column="name" />
        {hasRoles && <col data-column="role" />}
        {columns.map((column) => (
          <col key={column} data-column={column} />
        ))}
      </colgroup>
      {/* Every page repeats it: sheets get separated. */}
      <thead>
        <tr>
          <td className={classes['about']} colSpan={columns.length + (hasRoles ? 2 : 1)}>
            <About shift={shift} count={lines.length} />
          </td>
        </tr>
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
            {hasRoles && <td>{roleOf(person, group)}</td>}
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
  );
}

/** As large as the longest part of the name fits on a line, unless no one could read it, and long names in a few lines. */
function sizeOf(name: string): string {
  const longest = Math.max(...name.split(/[\s-]/).map((part) => part.length), 1);
  return `clamp(4mm, ${Math.round(1_100 / longest) / 10}mm, ${name.length > 28 ? 1.5 : 2.25}rem)`;
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
          <strong style={{ fontSize: sizeOf(person.user_name) }}>{person.user_name}</strong>
          <span>{role?.name ?? shift.title}</span>
        </li>
      ))}
    </ul>
  );
}
