import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

/** Choices as lines of a text, which is quick to type and to paste. Empty lines and repetitions do not count. */
export function ChoiceLines({
  value,
  onChange,
}: {
  readonly value: readonly string[];
  readonly onChange: (choices: string[]) => void;
}) {
  const t = useTranslations('manageForms.field');
  const [text, setText] = useState(value.join('\n'));
  return (
    <Textarea
      label={t('choices')}
      autosize
      minRows={3}
      required
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        const lines = currentTarget.value.split('\n').map((line) => line.trim());
        onChange([...new Set(lines.filter((line) => line !== ''))]);
      }}
    />
  );
}
