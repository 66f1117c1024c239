import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useIsPerson } from '../../api/me.ts';
import { apiQuery } from '../../api/query.ts';
import { useSearchText } from '../../ui/use-search-text.ts';
import classes from './board.module.css';
import { type BoardSearch, spans } from './board-search.ts';

interface BoardFiltersProps {
  readonly search: BoardSearch;
  readonly change: (search: BoardSearch) => void;
  /** Places of the shifts on screen, offered while typing. */
  readonly places: readonly string[];
  /** Whose programs can be chosen; undefined where shifts of several are on screen. */
  readonly organizationId: number | undefined;
}

type Changed = { [Name in keyof BoardSearch]?: BoardSearch[Name] | undefined };

/** Leaves out what is not set, so that the address stays short. */
const without = (search: Changed): BoardSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));

export function BoardFilters({ search, change, places, organizationId }: BoardFiltersProps) {
  const t = useTranslations('shifts.board');
  const isPerson = useIsPerson();
  const words = useSearchText(search.q, (q) => change(without({ ...search, q: q.trim() })));
  const isFiltered = Object.keys(search).length > 0;
  return (
    <search aria-label={t('filters')} className={classes['filters']}>
      <TextInput
        label={t('search')}
        placeholder={t('searchHint')}
        leftSection={<IconSearch size={18} aria-hidden />}
        type="search"
        list="places"
        value={words.value}
        onChange={({ currentTarget }) => words.type(currentTarget.value)}
      />
      <datalist id="places">
        {places.map((place) => (
          <option key={place} value={place} />
        ))}
      </datalist>
      <NativeSelect
        label={t('when')}
        value={search.when ?? ''}
        data={[{ value: '', label: t('any') }, ...spans.map((value) => ({ value, label: t(value) }))]}
        onChange={({ currentTarget: { value } }) =>
          change(without({ ...search, when: spans.find((span) => span === value) }))
        }
      />
      {organizationId !== undefined && (
        <ProgramChoice search={search} change={change} organizationId={organizationId} />
      )}
      <div className={classes['switches']}>
        <Switch
          label={t('open')}
          checked={search.open === true}
          onChange={({ currentTarget: { checked } }) =>
            change(without({ ...search, open: checked || undefined }))
          }
        />
        <Switch
          label={t('mine')}
          description={isPerson ? undefined : t('mineHint')}
          disabled={!isPerson}
          checked={isPerson && search.mine === true}
          onChange={({ currentTarget: { checked } }) =>
            change(without({ ...search, mine: checked || undefined }))
          }
        />
        {isFiltered && (
          <Button variant="subtle" onClick={() => change({})}>
            {t('clear')}
          </Button>
        )}
      </div>
    </search>
  );
}

interface ProgramChoiceProps extends Pick<BoardFiltersProps, 'search' | 'change'> {
  readonly organizationId: number;
}

function ProgramChoice({ search, change, organizationId }: ProgramChoiceProps) {
  const t = useTranslations('shifts.board');
  const programs = useQuery(
    apiQuery('/api/v1/programs', { query: { organization_id: organizationId, limit: 200 } }),
  );
  const items = programs.data?.items ?? [];
  if (items.length < 2 && search.program === undefined) return null;
  return (
    <NativeSelect
      label={t('program')}
      value={search.program ?? ''}
      data={[
        { value: '', label: t('allPrograms') },
        ...items.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        change(without({ ...search, program: value === '' ? undefined : Number(value) }))
      }
    />
  );
}
