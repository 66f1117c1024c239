import { Button, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import type { Member } from '../../api/use-member.ts';
import { useTimes } from '../../time/hooks.ts';
import { download } from '../../ui/download.ts';
import { Problem } from '../../ui/problem.tsx';
import classes from '../../ui/rows.module.css';
import { PlainSection } from '../../ui/section.tsx';
import { HoursTable } from './hours-table.tsx';
import { PersonReports } from './person-reports.tsx';

interface PersonHoursProps {
  readonly userId: number;
  readonly hours: NonNullable<Member['hours']>;
}

export function PersonHours({ userId, hours: { items, totals } }: PersonHoursProps) {
  const t = useTranslations('manageHours.person');
  const times = useTimes();
  const id = useOrganizationId();
  const letter = useApiMutation('post', '/api/v1/organizations/{id}/hours/letters', {
    onSuccess: ({ letter: made }) =>
      void download(
        `/api/v1/organizations/${id}/hours/letters/${made.id}`,
        `${t('letterFile')}-${made.id}.html`,
      ),
  });
  return (
    <>
      <PlainSection
        title={t('hours')}
        actions={
          <Button
            variant="default"
            loading={letter.isPending}
            onClick={() => letter.mutate({ path: { id }, body: { user_id: userId } })}
          >
            {t('letter')}
          </Button>
        }
      >
        <Problem error={letter.error} />
        {items.length === 0 ? (
          <p className={classes['quiet']}>{t('noHours')}</p>
        ) : (
          <>
            <Text mb="xs">
              {t('total', {
                hours: times.hours(totals.minutes, 'long'),
                verified: times.hours(totals.verified_minutes, 'long'),
                shifts: totals.shifts,
              })}
            </Text>
            <HoursTable by="program" lines={items} />
          </>
        )}
      </PlainSection>
      <PersonReports userId={userId} />
    </>
  );
}
