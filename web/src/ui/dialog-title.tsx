import { Text } from '@mantine/core';

export function DialogTitle({ text }: { readonly text: string }) {
  return (
    <Text span fw={600} size="lg">
      {text}
    </Text>
  );
}
