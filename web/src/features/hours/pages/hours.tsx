import { Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconArrowDown } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../../api/me.ts';
import { useTask } from '../../../api/mutation.ts';
import { apiPages, apiQuery } from '../../../api/query.ts';
import { usePrograms } from '../../../api/use-choices.ts';
import { useTimes } from '../../../time/hooks.ts';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { ExportMenu } from '../../../ui/export-menu.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { notify } from '../../../ui/notify.ts';
import { Page } from '../../../ui/page.tsx';
import { Problem } from '../../../ui/problem.tsx';
import classes from '../../../ui/rows.module.css';
import { PlainSection } from '../../../ui/section.tsx';
import { ShiftTime } from '../../../ui/shift-time.tsx';
import { EmptyState, Loaded } from '../../../ui/states.tsx';
import { HoursChart } from '../hours-chart.tsx';
import { groupings, type HoursSearch } from '../hours-search.ts';
import { HoursTable } from '../hours-table.tsx';
import { verifyHours } from '../verify-hours.ts';
import { WaitingReports } from '../waiting-reports.tsx';

const route = getRouteApi('/manage/hours');

export function HoursPage() {
  const t = useTranslations('manageHours');
  const search = route.useSearch();
  const id = useOrganizationId();
  const filters = filtersOf(search);
  const by = search.by ?? 'person';
  const lines = useInfiniteQuery(
    apiPages('/api/v1/organizations/{id}/hours', {
      path: { id },
      query: { ...filters, group_by: by, limit: 100 },
    }),
  );
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <>
          <Button
            component="a"
            href="#to-verify"
            variant="default"
            leftSection={<IconArrowDown size={18} aria-hidden />}
          >
            {t('toVerify')}
          </Button>
          <ExportMenu
            path={`/api/v1/organizations/${id}/hours`}
            query={{ ...filters, group_by: by }}
            file={t('file')}
          />
        </>
      }
    >
      <Stack gap="xl">
        <WaitingReports />
        <HoursFilters search={search} />
        <Overview search={search} />
        <CursorList query={lines} empty={<EmptyState title={t('none')} text={t('noneText')} />}>
          {(rows) => <HoursTable by={by} lines={rows} />}
        </CursorList>
        {/* The top bar of a phone would cover its heading. */}
        <div id="to-verify" tabIndex={-1} style={{ scrollMarginBlockStart: '5rem' }}>
          <PlainSection title={t('toVerify')}>
            <VerifyList />
          </PlainSection>
        </div>
      </Stack>
    </Page>
  );
}

function filtersOf({ from, to, program }: HoursSearch) {
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(program !== undefined && { program_id: program }),
  };
}

/** The sum, and how it lies over the months. */
function Overview({ search }: { readonly search: HoursSearch }) {
  const t = useTranslations('manageHours');
  const times = useTimes();
  // They come with the oldest first, so all of them are needed for the latest.
  const query = { ...filtersOf(search), group_by: 'month' as const, limit: 200 };
  const months = useQuery(
    apiQuery('/api/v1/organizations/{id}/hours', { path: { id: useOrganizationId() }, query }),
  );
  return (
    <Loaded query={months}>
      {({ items, totals }) => (
        <div>
          <Text fz="lg" mb="sm">
            {t('total', {
              hours: times.hours(totals.minutes, 'long'),
              verified: times.hours(totals.verified_minutes, 'long'),
              count: totals.shifts,
            })}
          </Text>
          {items.length > 0 && (
            <HoursChart
              label={t('byMonth')}
              items={items.map((line) => ({ ...line, month: line.month ?? '' }))}
              mostMonths={24}
              say={(name, { minutes, verified_minutes: verified = 0 }) =>
                t('month', {
                  month: name,
                  hours: times.hours(minutes, 'long'),
                  verified: times.hours(verified, 'long'),
                })
              }
              legend={[t('columns.verified'), t('notVerified')]}
            />
          )}
        </div>
      )}
    </Loaded>
  );
}

function HoursFilters({ search }: { readonly search: HoursSearch }) {
  const t = useTranslations('manageHours');
  const plan = useTranslations('manageShifts');
  const navigate = route.useNavigate();
  const programs = usePrograms().data?.items ?? [];
  const change = (part: { [Name in keyof HoursSearch]?: HoursSearch[Name] | undefined }) => {
    const entries = Object.entries({ ...search, ...part }).filter(
      ([, value]) => value !== undefined && value !== '',
    );
    void navigate({ search: Object.fromEntries(entries), replace: true, resetScroll: false });
  };
  return (
    <search aria-label={t('filters')}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <NativeSelect
          label={t('group')}
          value={search.by ?? 'person'}
          data={groupings.map((value) => ({ value, label: t(`by.${value}`) }))}
          onChange={({ currentTarget: { value } }) => change({ by: groupings.find((one) => one === value) })}
        />
        <NativeSelect
          label={t('by.program')}
          value={search.program ?? ''}
          data={[
            { value: '', label: plan('allPrograms') },
            ...programs.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            change({ program: value === '' ? undefined : Number(value) })
          }
        />
        <TextInput
          type="date"
          label={t('from')}
          value={search.from ?? ''}
          onChange={({ currentTarget: { value } }) => change({ from: value })}
        />
        <TextInput
          type="date"
          label={t('to')}
          value={search.to ?? ''}
          onChange={({ currentTarget: { value } }) => change({ to: value })}
        />
      </SimpleGrid>
    </search>
  );
}

type Unverified = Schemas['UnverifiedRecord'];

/** Hours that no one has looked at yet, shift by shift, the latest first. */
function VerifyList() {
  const t = useTranslations('manageHours');
  const id = useOrganizationId();
  const open = useInfiniteQuery(
    apiPages('/api/v1/organizations/{id}/attendance/unverified', { path: { id }, query: { limit: 100 } }),
  );
  return (
    <KeepFocus>
      <CursorList query={open} empty={<p className={classes['quiet']}>{t('nothingToVerify')}</p>}>
        {(records) => (
          <ul className={classes['list']}>
            {[...Map.groupBy(records, ({ shift_id }) => shift_id).values()].map((ofShift) => (
              <OpenRecords key={ofShift[0]?.shift_id} records={ofShift} />
            ))}
          </ul>
        )}
      </CursorList>
    </KeepFocus>
  );
}

function OpenRecords({ records }: { readonly records: readonly Unverified[] }) {
  const t = useTranslations('manageHours');
  const times = useTimes();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const organizationId = useOrganizationId();
  const chosen = records.filter(({ id }) => !left.has(id));
  // The service takes 500 at a time.
  const verify = useTask(
    () =>
      verifyHours(
        organizationId,
        chosen.slice(0, 500).map(({ id }) => id),
      ),
    {
      onSuccess: (count) => notify.success(t('done', { count })),
    },
  );
  const shift = records[0]?.shift;
  if (shift === undefined) return null;
  return (
    <li className={classes['shift']}>
      <div className={classes['shiftHead']}>
        <div>
          <h3 className={classes['title']}>
            <TextLink to="/manage/shifts/$id" params={{ id: String(shift.id) }} c="inherit" fw={600}>
              {shift.title}
            </TextLink>
          </h3>
          <ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} />
        </div>
        <Button
          disabled={chosen.length === 0}
          loading={verify.isPending}
          aria-label={t('verifyOf', { count: chosen.length, title: shift.title })}
          onClick={() => verify.mutate()}
        >
          {t('verify', { count: chosen.length })}
        </Button>
      </div>
      <Stack gap={0}>
        {records.map((record) => (
          <Group key={record.id} justify="space-between" wrap="nowrap">
            <Checkbox
              py="xs"
              label={record.user_name}
              description={record.flags.includes('auto_checkout') ? t('automatic') : undefined}
              checked={!left.has(record.id)}
              onChange={({ currentTarget }) => {
                const next = new Set(left);
                if (currentTarget.checked) next.delete(record.id);
                else next.add(record.id);
                setLeft(next);
              }}
            />
            <span>{times.hours(record.minutes ?? 0, 'short')}</span>
          </Group>
        ))}
      </Stack>
      <Problem error={verify.error} />
    </li>
  );
}
