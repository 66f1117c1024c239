import { Button, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useNavigate } from '@tanstack/react-router';
import { useLocale, useTranslations } from 'use-intl';
import card from '../../../ui/card.module.css';
import { screenOf } from '../../../ui/field-words.ts';
import classes from './shift-page.module.css';

type Reason = Schemas['Eligibility']['reasons'][number];

interface ReasonsProps {
  readonly shiftId: number;
  readonly eligibility: { readonly reasons: readonly Reason[] };
}

/** Everything that stands in the way of a sign-up, each with a button to where it is mended; from there one comes back. */
export function Reasons({ shiftId, eligibility }: ReasonsProps) {
  const t = useTranslations('signups.panel');
  const canMend = eligibility.reasons.some(({ remedy }) => remedy.href !== undefined);
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

const labels = [
  ['/forms/', 'form'],
  ['/badges/', 'badge'],
  ['/journeys/', 'journey'],
  ['/me/registrations', 'registrations'],
  ['/me/availability', 'availability'],
  ['/me', 'profile'],
] as const;

function OneReason({ reason, next }: { readonly reason: Reason; readonly next: string }) {
  const t = useTranslations('signups');
  const navigate = useNavigate();
  const isEnglish = useLocale() === 'en';
  const key = `rule.${reason.rule}` as 'rule.overlap';
  const { href } = reason.remedy;
  const label = labels.find(([start]) => href?.startsWith(start))?.[1] ?? 'mend';
  return (
    <>
      {!isEnglish && t.has(key) && <Text fw={600}>{t(key)}</Text>}
      <Text lang={isEnglish ? undefined : 'en'}>
        {reason.message}
        {href === undefined && ` ${reason.remedy.text}`}
      </Text>
      {href !== undefined && (
        <Button
          variant="light"
          onClick={() => void navigate({ href: `${screenOf(href)}?next=${encodeURIComponent(next)}` })}
        >
          {t(`panel.${label}`)}
        </Button>
      )}
    </>
  );
}
