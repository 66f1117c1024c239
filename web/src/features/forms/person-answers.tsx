import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationZone } from '../../api/me.ts';
import type { Member } from '../../api/use-member.ts';
import { useTimes } from '../../time/hooks.ts';
import classes from '../../ui/rows.module.css';
import { PlainSection } from '../../ui/section.tsx';
import { SubmissionDetails } from './submission-details.tsx';

/** What someone has answered to the organization's forms, the newest first. */
export function PersonAnswers({ member }: { readonly member: Member }) {
  const t = useTranslations('manageForms.person');
  const times = useTimes();
  const zone = useOrganizationZone();
  const [openId, setOpenId] = useState<number>();
  const { name: user_name, email: user_email, submissions } = member;
  if (submissions === null) return null;
  const open = submissions.find(({ id }) => id === openId);
  return (
    <PlainSection title={t('answers')}>
      {submissions.length === 0 ? (
        <p className={classes['quiet']}>{t('noAnswers')}</p>
      ) : (
        <ul className={classes['list']}>
          {submissions.map(({ id, form_title: form, submitted_at }) => (
            <li key={id} className={classes['row']}>
              <strong>{form}</strong>
              <span className={classes['quiet']}>
                {t('answered', { day: times.format('dayAndYear', submitted_at, zone) })}
              </span>
              <Button
                variant="default"
                aria-label={t('showAnswersOf', { form })}
                onClick={() => setOpenId(id)}
              >
                {t('showAnswers')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open !== undefined && (
        <SubmissionDetails
          submission={{ ...open, user_name, user_email }}
          close={() => setOpenId(undefined)}
        />
      )}
    </PlainSection>
  );
}
