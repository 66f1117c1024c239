import { Combobox, Modal, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMembership, useOrganizationId } from '../api/me.ts';
import { apiQuery } from '../api/query.ts';
import { useTimes } from '../time/hooks.ts';
import { useFocusReturn } from '../ui/keep-focus.tsx';
import { Problem } from '../ui/problem.tsx';
import { useMayVisit } from './nav-list.tsx';
import { pagesOf, visibleSections } from './navigation.ts';

interface Entry {
  /** Where it leads. */
  readonly to: string;
  readonly label: string;
  readonly note?: string;
}

/**
 * People, shifts, pages and actions by a few letters. A combobox of Mantine's core in a dialog: the options of
 * @mantine/spotlight 9.7.3 have no roles and no active descendant, so a screen reader would say nothing of them.
 */
export default function SearchDialog({ close }: { readonly close: () => void }) {
  useFocusReturn();
  const t = useTranslations('common.search');
  const common = useTranslations('common.action');
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const combobox = useCombobox({ opened: true });
  const { groups, isReady, error } = useFound(text);
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  const shown = groups.flatMap(({ entries }) => entries.map(({ to }) => to)).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other options are shown
  useEffect(() => {
    combobox.selectFirstOption();
  }, [shown]);
  const go = (address: string) => {
    const [to = '', hash = ''] = address.split('#');
    close();
    void navigate({ to, hash });
  };
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      yOffset="8vh"
      title={t('title')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Combobox store={combobox} onOptionSubmit={go}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            role="combobox"
            aria-label={t('label')}
            placeholder={t('hint')}
            leftSection={<IconSearch size={18} aria-hidden />}
            maxLength={100}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <Text role="status" className="only-read-aloud">
          {isReady ? t('count', { count }) : ''}
        </Text>
        <Combobox.Options aria-label={t('results')} mt="sm" mah="60vh" style={{ overflowY: 'auto' }}>
          {groups.map(({ label, entries }) => (
            <Combobox.Group key={label} label={label}>
              {entries.map(({ to, label: name, note }) => (
                <Combobox.Option key={to} value={to} mih={44}>
                  {name}
                  {note !== undefined && (
                    // Of the option that is chosen, a dimmed text couldn't be read.
                    <Text span size="sm" opacity={0.85}>
                      {' '}
                      {note}
                    </Text>
                  )}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
        {error !== null && <Problem error={error} />}
        {count === 0 && isReady && error === null && <Text mt="sm">{t('none')}</Text>}
      </Combobox>
    </Modal>
  );
}

/** What fits the text: the server finds people and shifts, pages and actions are known here. */
function useFound(text: string) {
  const t = useTranslations('common.search');
  const nav = useTranslations('common.nav');
  const states = useTranslations('common.status');
  const times = useTimes();
  const id = useOrganizationId();
  const mayVisit = useMayVisit();
  const { may, organization } = useMembership();
  const words = text.trim();
  const [q] = useDebouncedValue(words, 150);
  const found = useQuery({
    ...apiQuery('/api/v1/organizations/{id}/search', { path: { id }, query: { q } }),
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
  });
  const { people = [], shifts = [] } = q.length > 1 && words.length > 1 ? (found.data ?? {}) : {};
  const fits = ({ label }: Entry) => label.toLocaleLowerCase().includes(words.toLocaleLowerCase());
  const pages = visibleSections(mayVisit)
    .flatMap(({ items }) => items.flatMap((item) => pagesOf(item)))
    .filter(({ needs }) => mayVisit(needs))
    .map(({ to, label }): Entry => ({ to, label: nav(label) }));
  const actions: Entry[] = [
    ...(may('coordinator')
      ? [
          { to: '/manage/shifts/new', label: t('newShift') },
          { to: '/manage/messages#write', label: t('writeMessage') },
        ]
      : []),
    ...(may('admin') ? [{ to: '/manage/people#invite', label: t('invite') }] : []),
    ...(organization?.allow_hour_reports ? [{ to: '/me/hours#report', label: t('reportHours') }] : []),
  ];
  const groups = [
    {
      label: nav('people'),
      entries: people.map(({ user_id, name, email }) => ({
        to: `/manage/people/${user_id}`,
        label: name,
        note: email,
      })),
    },
    {
      label: nav('board'),
      entries: shifts.map(({ id: shiftId, title, start_time, time_zone, status }) => ({
        to: may('coordinator') ? `/manage/shifts/${shiftId}` : `/shifts/${shiftId}`,
        label: title,
        note: [
          times.format('moment', start_time, time_zone),
          ...(status === 'draft' ? [states('draft')] : []),
        ].join(' · '),
      })),
    },
    { label: t('actions'), entries: actions.filter(fits) },
    { label: t('pages'), entries: pages.filter(fits) },
  ].filter(({ entries }) => entries.length > 0);
  return { groups, isReady: q === words && !found.isFetching, error: q.length > 1 ? found.error : null };
}
