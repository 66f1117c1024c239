import { Checkbox, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../api/me.ts';
import { apiPages, apiQuery } from '../api/query.ts';
import { CursorList, type CursorListProps } from './cursor-list.tsx';
import classes from './parts.module.css';
import { ListSkeleton } from './states.tsx';

interface PersonPickerProps {
  readonly label: string;
  readonly description?: string;
  readonly value: number | null;
  readonly onChange: (userId: number | null) => void;
  readonly isRequired?: boolean;
  readonly error?: string | undefined;
}

/** Finds a member by name or address while one types. */
export function PersonPicker({
  label,
  description,
  value,
  onChange,
  isRequired = false,
  error,
}: PersonPickerProps) {
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

export interface Choosable {
  readonly user_id: number;
  readonly name: string;
  readonly email: string | null;
}

export interface ChoosingProps {
  readonly chosen: ReadonlyMap<number, string>;
  readonly choose: (person: Choosable, isChosen: boolean) => void;
  /** People who cannot be chosen, and why. */
  readonly taken?: ReadonlySet<number>;
}

/** Members by a part of their name or address, to choose one or several. */
export function PeoplePicker(props: ChoosingProps) {
  const t = useTranslations('common.members');
  const id = useOrganizationId();
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), 250);
  const members = useInfiniteQuery(
    apiPages('/api/v1/organizations/{id}/members', {
      path: { id },
      query: { limit: 20, ...(q !== '' && { q }) },
    }),
  );
  return (
    <Stack gap="sm">
      <TextInput
        label={t('search')}
        type="search"
        data-autofocus
        leftSection={<IconSearch size={18} aria-hidden />}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <FoundPeople query={members} empty={<Text c="dimmed">{t('none')}</Text>}>
        {(people) => <PeopleChoices people={people} {...props} />}
      </FoundPeople>
    </Stack>
  );
}

/** As high for one as for many: what stands below stays where it is, also while someone aims at it and an answer comes. */
export function FoundPeople<Person extends Choosable>(props: CursorListProps<Person>) {
  return (
    <div className={classes['found']}>
      <CursorList skeleton={<ListSkeleton rows={3} height={44} />} {...props} />
    </div>
  );
}

interface ChoicesProps<Person extends Choosable> extends ChoosingProps {
  readonly people: readonly Person[];
  /** What to know about someone. Without it, their address. */
  readonly about?: (person: Person) => string;
}

export function PeopleChoices<Person extends Choosable>(props: ChoicesProps<Person>) {
  const { people, chosen, choose, taken, about = ({ email }) => email } = props;
  const t = useTranslations('common.members');
  return (
    <Stack gap={0} role="group" aria-label={t('choices')}>
      {people.map((person) => {
        const isTaken = taken?.has(person.user_id) ?? false;
        return (
          <Checkbox
            key={person.user_id}
            py="xs"
            label={person.name}
            description={isTaken ? t('taken') : about(person)}
            disabled={isTaken}
            checked={chosen.has(person.user_id)}
            onChange={({ currentTarget }) => choose(person, currentTarget.checked)}
          />
        );
      })}
    </Stack>
  );
}
