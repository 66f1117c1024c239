import { NativeSelect } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../api/me.ts';
import { apiQuery } from '../../api/query.ts';
import { useProgramChoices } from '../../api/use-choices.ts';

export type MessageTarget = Omit<Schemas['MessageRequest'], 'texts' | 'dry_run'>;

/** What a choice stands for: `everybody`, `program 3`, `filter 5`. Undefined for none. */
export function targetOf(choice: string): MessageTarget | undefined {
  const [kind, id] = choice.split(' ');
  if (kind === 'program') return { program_id: Number(id) };
  if (kind === 'filter') return { filter_id: Number(id) };
  return kind === 'everybody' ? { everybody: true } : undefined;
}

interface AudienceFieldProps {
  readonly value: string;
  readonly choose: (choice: string) => void;
}

/** All members, the people of a program, or those in a saved filter. */
export function AudienceField({ value, choose }: AudienceFieldProps) {
  const t = useTranslations('manageNotifications.audience');
  const id = useOrganizationId();
  const programs = useProgramChoices();
  const filters = useQuery(apiQuery('/api/v1/organizations/{id}/people-filters', { path: { id } }));
  const group = (name: string, items: readonly { readonly value: string; readonly label: string }[]) =>
    items.length === 0 ? [] : [{ group: name, items: [...items] }];
  return (
    <NativeSelect
      label={t('to')}
      required
      data-autofocus
      value={value}
      data={[
        { value: '', label: t('choose') },
        { value: 'everybody', label: t('everyone') },
        ...group(
          t('programs'),
          programs.map((one) => ({ value: `program ${one.value}`, label: one.label })),
        ),
        ...group(
          t('filters'),
          (filters.data?.items ?? []).map((one) => ({ value: `filter ${one.id}`, label: one.name })),
        ),
      ]}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  );
}
