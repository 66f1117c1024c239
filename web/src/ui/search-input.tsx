import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { followed, type SearchText } from './rules.ts';

/** `value` and `type` for a search field whose text belongs to the address. */
export function useSearchText(inAddress: string | undefined, change: (text: string) => void) {
  const [kept, setField] = useState<SearchText>({
    text: inAddress ?? '',
    inAddress: inAddress ?? '',
    sent: undefined,
  });
  const field = followed(kept, inAddress ?? '');
  const send = useDebouncedCallback((text: string) => {
    setField((before) => ({ ...before, sent: text }));
    change(text);
  }, 300);
  if (field !== kept) {
    if (field.text !== kept.text) send.cancel();
    setField(field);
  }
  return {
    value: field.text,
    type(text: string): void {
      setField((before) => ({ ...before, text }));
      send(text);
    },
  };
}

interface SearchInputProps {
  readonly label: string;
  readonly value: string;
  readonly type: (text: string) => void;
}

export function SearchInput({ label, value, type }: SearchInputProps) {
  return (
    <TextInput
      label={label}
      type="search"
      leftSection={<IconSearch size={18} aria-hidden />}
      value={value}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}
