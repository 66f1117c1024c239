import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** What is worth a look about times; read aloud as it changes. It never keeps anyone from saving. */
export function TimeNotes({ notes }: { readonly notes: readonly string[] }) {
  return (
    <div role="status">
      {notes.length > 0 && (
        <Alert color="clay" variant="light" icon={<IconAlertTriangle size={20} aria-hidden />}>
          {notes.map((note) => (
            <Text key={note}>{note}</Text>
          ))}
        </Alert>
      )}
    </div>
  );
}
