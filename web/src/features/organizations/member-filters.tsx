import { NativeSelect, SimpleGrid } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { roles } from '../../api/me.ts';
import { SearchInput, useSearchText } from '../../ui/search-input.tsx';
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
        <SearchInput label={t('search')} {...words} />
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
