import { Button, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from './parts.module.css';

/** A text to hand on, with a button that copies it. */
export function CopyText({ label, text }: { readonly label: string; readonly text: string }) {
  const t = useTranslations('admin.copy');
  const { copy, copied } = useClipboard({ timeout: 4_000 });
  return (
    <div className={classes['copy']}>
      <TextInput
        label={label}
        value={text}
        readOnly
        className={classes['secret'] ?? ''}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button
        variant="default"
        leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        onClick={() => copy(text)}
      >
        {t(copied ? 'done' : 'do')}
      </Button>
      <span role="status" className="only-read-aloud">
        {copied && t('done')}
      </span>
    </div>
  );
}
