import type { Schemas } from '@muster/client';
import { useTranslations } from 'use-intl';
import { useTimes } from '../../time/hooks.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { TextLink } from '../../ui/links.tsx';

type Line = Schemas['HoursLine'];
export type By = 'person' | 'program' | 'month';

interface HoursTableProps {
  readonly by: By;
  readonly lines: readonly Line[];
}

export function HoursTable({ by, lines }: HoursTableProps) {
  const t = useTranslations('manageHours');
  const times = useTimes();
  const columns: Column<Line>[] = [
    {
      key: 'name',
      label: t(`by.${by}`),
      isTitle: true,
      render: (line) => <NameOf by={by} line={line} />,
      sortBy: ({ user_name, program_name, month }) => user_name ?? program_name ?? month ?? '',
    },
    {
      key: 'hours',
      label: t('columns.hours'),
      align: 'end',
      render: ({ minutes }) => times.hours(minutes),
      sortBy: ({ minutes }) => minutes,
    },
    {
      key: 'verified',
      label: t('columns.verified'),
      align: 'end',
      render: ({ verified_minutes }) => times.hours(verified_minutes),
      sortBy: ({ verified_minutes }) => verified_minutes,
      isOptional: true,
    },
    {
      key: 'shifts',
      label: t('columns.attended'),
      align: 'end',
      render: ({ shifts }) => shifts,
      sortBy: ({ shifts }) => shifts,
      isOptional: true,
    },
  ];
  return <DataTable label={t('title')} columns={columns} rows={lines} rowKey={keyOf} name="hours" />;
}

const keyOf = ({ user_id, program_id, month }: Line) => `${user_id} ${program_id} ${month}`;

function NameOf({ by, line }: { readonly by: By; readonly line: Line }) {
  const t = useTranslations('manageHours');
  const former = useTranslations('common')('formerMember');
  const times = useTimes();
  if (by === 'month' && line.month !== null) return times.formatDay('month', `${line.month}-15`);
  if (by === 'program') return line.program_name ?? t('unknown');
  if (line.user_id === null) return t('unknown');
  // They have no page.
  if (line.user_name === former) return former;
  return (
    <TextLink to="/manage/people/$id" params={{ id: String(line.user_id) }}>
      {line.user_name}
    </TextLink>
  );
}
