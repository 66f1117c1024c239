import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../api/me.ts';
import { apiPages } from '../api/query.ts';
import { CursorList } from './cursor-list.tsx';
import { ListSkeleton } from './states.tsx';

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
export function MemberSearch(props: ChoosingProps) {
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
      <CursorList
        query={members}
        skeleton={<ListSkeleton rows={3} height={44} />}
        empty={<Text c="dimmed">{t('none')}</Text>}
      >
        {(people) => <Choices people={people} {...props} />}
      </CursorList>
    </Stack>
  );
}

interface ChoicesProps extends ChoosingProps {
  readonly people: readonly Choosable[];
}

export function Choices({ people, chosen, choose, taken }: ChoicesProps) {
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
            description={isTaken ? t('taken') : person.email}
            disabled={isTaken}
            checked={chosen.has(person.user_id)}
            onChange={({ currentTarget }) => choose(person, currentTarget.checked)}
          />
        );
      })}
    </Stack>
  );
}
