import { useTranslations } from 'use-intl';
import { notify } from './notify.ts';

/** Copies a text and says so; where a browser allows it in no way, the text itself is shown. */
export function useCopy(): (text: string, done: string) => Promise<void> {
  const t = useTranslations('common.state');
  return async (text, done) => {
    if (await copyText(text)) notify.success(done);
    else notify.warning(t('copyFailed', { text }));
  };
}

export async function copyText(text: string): Promise<boolean> {
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
