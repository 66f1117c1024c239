import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { roles } from '../../api/me.ts';
import { type Choice, useFormChoices, useProgramChoices } from '../../api/use-choices.ts';
import { FoldButton } from '../../ui/foldable.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { SearchInput, useSearchText } from '../../ui/search-input.tsx';
import { furtherConditions, type PeopleSearch, peopleSearch } from './people-search.ts';
import { useTags } from './tags.tsx';

interface PeopleFiltersProps {
  readonly search: PeopleSearch;
  readonly change: (search: PeopleSearch) => void;
}

export function PeopleFilters({ search, change }: PeopleFiltersProps) {
  const t = useTranslations('people.filters');
  const members = useTranslations('common.members');
  const roleName = useTranslations('common.roles');
  const further = furtherConditions(search);
  const [isOpen, setOpen] = useState(further > 0);
  const set = (part: Record<string, unknown>) => change(peopleSearch({ ...search, ...part }));
  const words = useSearchText(search.q, (q) => set({ q }));
  const tags = useTags().data?.items.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <search aria-label={members('filters')}>
      <Stack mb="lg">
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <SearchInput label={members('search')} {...words} />
          <NativeSelect
            label={members('role')}
            value={search.role ?? ''}
            data={[
              { value: '', label: members('allRoles') },
              ...roles.map((value) => ({ value, label: roleName(value) })),
            ]}
            onChange={({ currentTarget: { value } }) => set({ role: value })}
          />
          <Choose label={t('tag')} of={tags} value={search.tag_id} set={(tag_id) => set({ tag_id })} />
        </SimpleGrid>
        <div>
          <FoldButton isOpen={isOpen} toggle={() => setOpen(!isOpen)}>
            {t('more', { count: further })}
          </FoldButton>
          {isOpen && <FurtherFilters search={search} set={set} tags={tags} />}
        </div>
      </Stack>
    </search>
  );
}

/** No choices: they are still loading, or there were never any. */
const loaded = (choices: readonly Choice[]) => (choices.length === 0 ? undefined : choices);

interface FurtherFiltersProps {
  readonly search: PeopleSearch;
  readonly set: (part: Record<string, unknown>) => void;
  readonly tags: readonly Choice[] | undefined;
}

function FurtherFilters({ search, set, tags }: FurtherFiltersProps) {
  const t = useTranslations('people.filters');
  const programs = useProgramChoices();
  const forms = useFormChoices();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} mt="xs">
      {(['active_since', 'inactive_since', 'joined_since'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          label={t(name)}
          value={search[name] ?? ''}
          onChange={({ currentTarget: { value } }) => set({ [name]: value })}
        />
      ))}
      {(['min_hours', 'max_hours'] as const).map((name) => (
        <NumberInput
          key={name}
          label={t(name)}
          min={0}
          max={100_000}
          allowDecimal={false}
          isStrict
          value={search[name] ?? ''}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
      <Choose
        label={t('program')}
        of={loaded(programs)}
        value={search.program_id}
        set={(program_id) => set({ program_id })}
      />
      <Choose
        label={t('form_done')}
        of={loaded(forms)}
        value={search.form_done}
        set={(form_done) => set({ form_done })}
      />
      <Choose
        label={t('form_missing')}
        of={loaded(forms)}
        value={search.form_missing}
        set={(form_missing) => set({ form_missing })}
      />
      <Choose
        label={t('withoutTag')}
        of={tags}
        value={search.without_tag_id}
        set={(without_tag_id) => set({ without_tag_id })}
      />
    </SimpleGrid>
  );
}

interface ChooseProps {
  readonly label: string;
  /** Undefined while they are loading. */
  readonly of: readonly Choice[] | undefined;
  readonly value: number | undefined;
  readonly set: (value: string) => void;
}

function Choose({ label, of, value, set }: ChooseProps) {
  const t = useTranslations('people.filters');
  // What the list is filtered by must not read as "any" because it was deleted.
  const isMissing = value !== undefined && !of?.some((one) => one.value === value);
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      data={[
        { value: '', label: t('any') },
        ...(isMissing ? [{ value: String(value), label: of === undefined ? '…' : t('gone') }] : []),
        ...(of ?? []).map((one) => ({ value: String(one.value), label: one.label })),
      ]}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}
