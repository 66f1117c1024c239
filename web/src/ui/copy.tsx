import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { notify } from './notify.ts';
import classes from './parts.module.css';

/** Copies a text and says so; where a browser allows it in no way, the text itself is shown. */
export function useCopy(): (text: string, done: string) => Promise<void> {
  const t = useTranslations('common.state');
  return async (text, done) => {
    if (await copyText(text)) notify.success(done);
    else notify.warning(t('copyFailed', { text }));
  };
}

/** Hands a link to the device's own way of sharing; copies it where there is none. */
export function useShare(): (link: { title: string; url: string }, copied: string) => Promise<void> {
  const copy = useCopy();
  return async (link, copied) => {
    if (!('share' in navigator)) return await copy(link.url, copied);
    // Closing the dialog without sharing is not an error.
    await navigator.share(link).catch(() => undefined);
  };
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Forbidden, or plain http, where there is no clipboard.
    return copyByHand(text);
  }
}

/** The old way, which works on plain http as well. */
function copyByHand(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  document.body.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}

const shownMs = 4_000;

interface CopyFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly text: string;
}

/** A text to hand on, with a button that copies it. */
export function CopyField({ label, description, text }: CopyFieldProps) {
  const t = useTranslations('common.copy');
  const state = useTranslations('common.state');
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(text))) return void notify.warning(state('copyFailed', { text }));
    setCopied(true);
    setTimeout(() => setCopied(false), shownMs);
  };
  return (
    <div className={classes['copy']}>
      <TextInput
        label={label}
        description={description}
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
