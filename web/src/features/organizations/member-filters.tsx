import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { roles } from '../../api/me.ts';
import { useSearchText } from '../../ui/use-search-text.ts';
import { type MemberSearch, memberSearch } from './member-search.ts';

interface MemberFiltersProps {
  readonly search: MemberSearch;
  readonly change: (search: MemberSearch) => void;
}

export function MemberFilters({ search, change }: MemberFiltersProps) {
  const t = useTranslations('common.members');
  const roleName = useTranslations('common.roles');
  const words = useSearchText(search.q, (q) => change(memberSearch({ ...search, q })));
  return (
    <search aria-label={t('filters')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mb="lg">
        <TextInput
          label={t('search')}
          type="search"
          leftSection={<IconSearch size={18} aria-hidden />}
          value={words.value}
          onChange={({ currentTarget }) => words.type(currentTarget.value)}
        />
        <NativeSelect
          label={t('role')}
          value={search.role ?? ''}
          data={[
            { value: '', label: t('allRoles') },
            ...roles.map((value) => ({ value, label: roleName(value) })),
          ]}
          onChange={({ currentTarget: { value } }) => change(memberSearch({ ...search, role: value }))}
        />
      </SimpleGrid>
    </search>
  );
}
