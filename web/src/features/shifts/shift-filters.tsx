import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIsPerson, useMembership } from '../../api/me.ts';
import { apiQuery } from '../../api/query.ts';
import { useSearchText } from '../../ui/search-input.tsx';
import classes from './board.module.css';
import { type Filters, filtersIn, staffings, without } from './filters.ts';

interface ShiftFiltersProps<Search extends Filters> {
  readonly search: Search;
  readonly change: (search: Search) => void;
  /** Whose programs can be chosen; undefined where shifts of several are on screen. */
  readonly organizationId: number | undefined;
  /** Places of the shifts on screen, offered while typing. */
  readonly places?: readonly string[];
  /** Coordinators plan for others. */
  readonly isForPlanning?: boolean;
  /** Filters that only this page has: choices above, switches below. */
  readonly choices?: ReactNode;
  readonly switches?: ReactNode;
  /** Whether one of those is set. */
  readonly isFiltered?: boolean;
  readonly clear: () => void;
}

/** The filters of board, calendar and plan. */
export function ShiftFilters<Search extends Filters>(props: ShiftFiltersProps<Search>) {
  const { search, change, organizationId, places = [], isForPlanning = false } = props;
  const t = useTranslations('shifts.board');
  const isPerson = useIsPerson();
  const set = (some: { [Name in keyof Filters]?: Filters[Name] | undefined }) =>
    change(without<Search>({ ...search, ...some }));
  const words = useSearchText(search.q, (q) => set({ q: q.trim() }));
  const isFiltered = props.isFiltered || Object.keys(filtersIn({ ...(search as Filters) })).length > 0;
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    props.clear();
    // The button goes, and the focus with it.
    field.current?.focus();
  };
  // On a phone, they would fill the screen.
  const [isOpen, setOpen] = useState(isFiltered);
  return (
    <search aria-label={t('filters')} className={classes['filters']}>
      <TextInput
        ref={field}
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
      <Button
        variant="default"
        className={classes['fold'] ?? ''}
        aria-expanded={isOpen}
        leftSection={<IconFilter size={18} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {t('filters')}
      </Button>
      <div className={classes['folded']} data-open={isOpen || undefined}>
        {props.choices}
        <ProgramChoice
          value={search.program}
          choose={(program) => set({ program })}
          organizationId={organizationId}
        />
        <NativeSelect
          label={t('staffing.label')}
          value={search.staffing ?? ''}
          data={[
            { value: '', label: t('staffing.any') },
            ...staffings.map((value) => ({ value, label: t(`staffing.${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            set({ staffing: staffings.find((one) => one === value) })
          }
        />
        <div className={classes['switches']}>
          {!isForPlanning && (
            <Switch
              label={t('mine')}
              description={isPerson ? undefined : t('mineHint')}
              disabled={!isPerson}
              checked={isPerson && search.mine === true}
              onChange={({ currentTarget: { checked } }) => set({ mine: checked || undefined })}
            />
          )}
          {props.switches}
          {isFiltered && (
            <Button variant="subtle" onClick={clear}>
              {t('clear')}
            </Button>
          )}
        </div>
      </div>
    </search>
  );
}

interface ProgramChoiceProps {
  readonly value: number | undefined;
  readonly choose: (program: number | undefined) => void;
  readonly organizationId: number | undefined;
}

/** Always there: a filter that comes when the programs are loaded would move the whole page. */
function ProgramChoice({ value: chosen, choose, organizationId }: ProgramChoiceProps) {
  const t = useTranslations('shifts.board');
  const isKnown = organizationId !== undefined;
  const programs = useQuery({
    ...apiQuery('/api/v1/programs', { query: { organization_id: organizationId ?? 0, limit: 200 } }),
    enabled: isKnown,
  });
  const items = programs.data?.items ?? [];
  return (
    <NativeSelect
      label={t('program')}
      disabled={!isKnown}
      value={chosen ?? ''}
      data={[
        { value: '', label: t('allPrograms') },
        ...items.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={({ currentTarget: { value } }) => choose(value === '' ? undefined : Number(value))}
    />
  );
}

/** The chosen organization; for visitors the only one on screen, remembered when a filter empties the list. */
export function useShownOrganization(shifts: readonly Schemas['Shift'][] | undefined): number | undefined {
  const { organization } = useMembership();
  const [seen, setSeen] = useState<number>();
  const ids = new Set(shifts?.map(({ organization_id }) => organization_id));
  const [only] = ids;
  if (ids.size === 1 && only !== seen) setSeen(only);
  return organization?.id ?? (ids.size > 1 ? undefined : seen);
}
