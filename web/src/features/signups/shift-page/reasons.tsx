import { Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useTranslations } from 'use-intl';
import card from '../../../ui/card.module.css';
import { RemedyButton } from '../../../ui/problem.tsx';
import classes from './shift-page.module.css';

type Reason = Schemas['Eligibility']['reasons'][number];

interface ReasonsProps {
  readonly shiftId: number;
  readonly eligibility: { readonly reasons: readonly Reason[] };
}

/** Everything that prevents a sign-up, each with a button to the page that fixes it and leads back here. */
export function Reasons({ shiftId, eligibility }: ReasonsProps) {
  const t = useTranslations('signups.panel');
  const canMend = eligibility.reasons.some(({ remedy }) => remedy !== undefined);
  return (
    <div role="status">
      <Text fw={600}>{t(canMend ? 'blocked' : 'blockedNow')}</Text>
      <p className={card['prose']}>{t('blockedText')}</p>
      <ul className={classes['plain']}>
        {eligibility.reasons.map((reason) => (
          <li key={`${reason.rule} ${reason.path}`} className={classes['reason']}>
            <OneReason reason={reason} next={`/shifts/${shiftId}?then=sign-up`} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function OneReason({ reason, next }: { readonly reason: Reason; readonly next: string }) {
  return (
    <>
      <Text>{reason.message}</Text>
      {reason.remedy && <RemedyButton remedy={reason.remedy} next={next} />}
    </>
  );
}
