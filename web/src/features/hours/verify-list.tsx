import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useOrganizationId } from '../../api/me.ts';
import { apiPages } from '../../api/query.ts';
import { useTimes } from '../../time/hooks.ts';
import { CursorList } from '../../ui/cursor-list.tsx';
import { TextLink } from '../../ui/links.tsx';
import { notify } from '../../ui/notify.ts';
import { Problem } from '../../ui/problem.tsx';
import classes from '../../ui/rows.module.css';
import { ShiftTime } from '../../ui/shift-time.tsx';
import { verifyHours } from './verify-hours.ts';

type Unverified = Schemas['UnverifiedRecord'];

/** Hours that nobody has looked at yet, shift by shift, the latest first. */
export function VerifyList() {
  const t = useTranslations('manageHours');
  const id = useOrganizationId();
  const open = useInfiniteQuery(
    apiPages('/api/v1/organizations/{id}/attendance/unverified', { path: { id }, query: { limit: 100 } }),
  );
  return (
    <CursorList query={open} empty={<p className={classes['quiet']}>{t('nothingToVerify')}</p>}>
      {(records) => (
        <ul className={classes['list']}>
          {[...Map.groupBy(records, ({ shift_id }) => shift_id).values()].map((ofShift) => (
            <OpenRecords key={ofShift[0]?.shift_id} records={ofShift} />
          ))}
        </ul>
      )}
    </CursorList>
  );
}

function OpenRecords({ records }: { readonly records: readonly Unverified[] }) {
  const t = useTranslations('manageHours');
  const times = useTimes();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const chosen = records.filter(({ id }) => !left.has(id));
  const shift = records[0]?.shift;
  if (shift === undefined) return null;
  const verify = async () => {
    setRunning(true);
    setError(undefined);
    try {
      const ids = chosen.slice(0, 500).map(({ id }) => id);
      notify.success(t('done', { count: await verifyHours(shift.organization_id, ids) }));
    } catch (problem) {
      setError(problem);
    } finally {
      setRunning(false);
    }
  };
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
          loading={isRunning}
          aria-label={t('verifyOf', { count: chosen.length, title: shift.title })}
          onClick={() => void verify()}
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
            <span>{t('hoursOf', { hours: times.hours(record.minutes ?? 0) })}</span>
          </Group>
        ))}
      </Stack>
      <Problem error={error} />
    </li>
  );
}
