import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../api/me.ts';
import { apiQuery } from '../api/query.ts';

interface PersonChoiceProps {
  readonly label: string;
  readonly description?: string;
  readonly value: number | null;
  readonly onChange: (userId: number | null) => void;
  readonly isRequired?: boolean;
  readonly error?: string | undefined;
}

/** Finds a member by name or address while one types. */
export function PersonChoice({
  label,
  description,
  value,
  onChange,
  isRequired = false,
  error,
}: PersonChoiceProps) {
  const t = useTranslations('common.person');
  const id = useOrganizationId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  const [words] = useDebouncedValue(typed === chosen?.label ? '' : typed.trim(), 200);
  const [isOpen, setOpen] = useState(false);
  const members = useQuery({
    ...apiQuery('/api/v1/organizations/{id}/members', {
      path: { id },
      query: { limit: 20, ...(words !== '' && { q: words }) },
    }),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  });
  const found = (members.data?.items ?? []).map(({ user_id, name, email }) => ({
    value: String(user_id),
    label: email === null ? name : `${name} (${email})`,
  }));
  // The value may have been changed elsewhere, by a link or the back button.
  const isChosen = chosen?.value === String(value);
  const named = useQuery({
    ...apiQuery('/api/v1/organizations/{id}/members', { path: { id }, query: { user_id: value ?? 1 } }),
    enabled: value !== null && !isChosen,
  }).data?.items[0]?.name;
  const current = isChosen
    ? chosen
    : value === null
      ? undefined
      : { value: String(value), label: named ?? `${value}` };
  const isListed = current === undefined || found.some((one) => one.value === current.value);
  return (
    <Select
      label={label}
      description={description}
      placeholder={t('hint')}
      nothingFoundMessage={t('nobody')}
      searchable
      withScrollArea={false}
      comboboxProps={{ withinPortal: false }}
      styles={{ options: { maxHeight: '14rem', overflowY: 'auto' } }}
      clearable
      clearButtonProps={{ 'aria-label': t('clear') }}
      required={isRequired}
      error={error}
      filter={({ options }) => options}
      data={isListed ? found : [current, ...found]}
      value={value === null ? null : String(value)}
      onDropdownOpen={() => setOpen(true)}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(next, option) => {
        setChosen(next === null ? undefined : (option ?? undefined));
        onChange(next === null ? null : Number(next));
      }}
    />
  );
}
