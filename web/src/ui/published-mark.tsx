import { useTranslations } from 'use-intl';
import { Mark } from './mark.tsx';

const tones = { draft: 'attention', published: 'good', archived: 'quiet' } as const;

/** Whether others see it. */
export function PublishedMark({ status }: { readonly status: keyof typeof tones }) {
  const t = useTranslations('common.status');
  return <Mark tone={tones[status]}>{t(status)}</Mark>;
}
