import type { Messages } from 'use-intl';
import { useTranslations } from 'use-intl';

type Code = keyof Messages['common']['reasons'];

/** What people wrote is shown as it is; for its own reasons the service stores a code. */
export function useReasonText(): (reason: string) => string {
  const t = useTranslations('common.reasons');
  return (reason) => (t.has(reason as Code) ? t(reason as Code) : reason);
}
