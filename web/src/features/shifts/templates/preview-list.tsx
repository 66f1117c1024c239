import { List, ScrollArea, Text } from '@mantine/core';
import { useTimes } from '../../../time/hooks.ts';

export interface PreviewItem {
  readonly id: number;
  readonly title: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly time_zone: string;
  /** What is worth a look, or why it isn't created. */
  readonly notes: readonly string[];
}

/** Shifts that are about to be created. */
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
