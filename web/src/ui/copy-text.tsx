import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './parts.module.css';
import { copyText } from './use-copy.ts';

const shownMs = 4_000;

/** A text to hand on, with a button that copies it. */
export function CopyText({ label, text }: { readonly label: string; readonly text: string }) {
  const t = useTranslations('common.copy');
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(text))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), shownMs);
  };
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
        onClick={() => void copy()}
      >
        {t(copied ? 'done' : 'do')}
      </Button>
      <span role="status" className="only-read-aloud">
        {copied && t('done')}
      </span>
    </div>
  );
}
