import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { hasCode } from '../../../api/problem.ts';
import { call } from '../../../api/query.ts';
import { isReachable } from '../../../api/reach.ts';
import { notify } from '../../../ui/notify.ts';

const answerMs = 10_000;

/** Asks the service whose six digits these are. Where it can't say, the helper reads what to do. */
export function useDigits(organization_id: number) {
  const t = useTranslations('manageAttendance.digits');
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const resolve = async (code: string): Promise<number | undefined> => {
    if (!isReachable()) return void notify.warning(t('offline'));
    try {
      const { user_id, name } = await call('post', '/api/v1/attendance/check-in-codes/resolve', {
        body: { organization_id, code },
        signal: AbortSignal.timeout(answerMs),
      });
      setNames((before) => new Map(before).set(user_id, name));
      return user_id;
    } catch (error) {
      const why = hasCode(error, 'rate_limited')
        ? 'limited'
        : hasCode(error, 'validation_failed')
          ? 'wrong'
          : 'offline';
      return void notify.warning(t(why));
    }
  };
  return { resolve, names };
}
