import { List, ScrollArea, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useTimes } from '../../../time/hooks.ts';

interface PreviewItem {
  readonly id: number;
  readonly title: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly time_zone: string;
  /** What is worth a look, or why it isn't created. */
  readonly notes: readonly string[];
}

interface PreviewListsProps {
  /** Whether the service has said what it would do. */
  readonly isKnown: boolean;
  readonly wanted: readonly PreviewItem[];
  readonly leftOut: readonly PreviewItem[];
}

/** Shifts that are about to be created, then those that aren't. Both say what is worth a look. */
export function PreviewLists({ isKnown, wanted, leftOut }: PreviewListsProps) {
  const t = useTranslations('manageShifts.copyWeek');
  const count = wanted.filter(({ notes }) => notes.length > 0).length;
  return (
    <>
      <Text role="status">{isKnown && (wanted.length === 0 ? t('nothing') : t('warnings', { count }))}</Text>
      {wanted.length > 0 && <PreviewList label={t('preview')} items={wanted} />}
      {leftOut.length > 0 && (
        <>
          <Text mt="sm">{t('leftOut', { count: leftOut.length })}</Text>
          <PreviewList label={t('leftOut', { count: leftOut.length })} items={leftOut} />
        </>
      )}
    </>
  );
}

export function PreviewList({
  label,
  items,
}: {
  readonly label: string;
  readonly items: readonly PreviewItem[];
}) {
  const times = useTimes();
  return (
    <ScrollArea.Autosize mah="40vh" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}>
      <List>
        {items.map(({ id, title, start_time, end_time, time_zone, notes }) => (
          <List.Item key={id}>
            {title}, {times.range('moment', start_time, end_time, time_zone)}
            {notes.map((note) => (
              <Text key={note} size="sm" c="var(--mantine-color-error)">
                {note}
              </Text>
            ))}
          </List.Item>
        ))}
      </List>
    </ScrollArea.Autosize>
  );
}
