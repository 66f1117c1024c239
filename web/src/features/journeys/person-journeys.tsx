import { Button, Group, NativeSelect, Progress, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../api/me.ts';
import { apiQuery } from '../../api/query.ts';
import type { Member } from '../../api/use-member.ts';
import { Problem } from '../../ui/problem.tsx';
import classes from '../../ui/rows.module.css';
import { PlainSection } from '../../ui/section.tsx';
import { ListSkeleton } from '../../ui/states.tsx';
import { useEnroll } from './enroll-person.tsx';

interface PersonJourneysProps {
  readonly userId: number;
  readonly enrollments: NonNullable<Member['journeys']>;
}

/** The journeys of a person, with their progress. */
export function PersonJourneys({ userId, enrollments }: PersonJourneysProps) {
  const t = useTranslations('manageJourneys.person');
  const [isChoosing, setChoosing] = useState(false);
  const begun = new Set(
    enrollments.filter(({ status }) => status !== 'withdrawn').map(({ journey_id }) => journey_id),
  );
  return (
    <PlainSection
      title={t('journeys')}
      actions={
        <Button variant="default" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
          {t('chooseJourney')}
        </Button>
      }
    >
      <Stack>
        {enrollments.length === 0 ? (
          <p className={classes['quiet']}>{t('noJourneys')}</p>
        ) : (
          <ul className={classes['list']}>
            {enrollments.map((one) => (
              <li key={one.id} className={classes['row']}>
                <strong>{one.journey_name}</strong>
                <span className={classes['quiet']}>
                  {t(`enrollments.${one.status}`, { done: one.steps_done, required: one.steps_required })}
                </span>
                <Progress
                  w="100%"
                  aria-label={one.journey_name}
                  value={(100 * one.steps_done) / Math.max(1, one.steps_required)}
                />
              </li>
            ))}
          </ul>
        )}
        {isChoosing && <EnrollForm userId={userId} begun={begun} />}
      </Stack>
    </PlainSection>
  );
}

interface EnrollFormProps {
  readonly userId: number;
  readonly begun: ReadonlySet<number>;
}

function EnrollForm({ userId, begun }: EnrollFormProps) {
  const t = useTranslations('manageJourneys.person');
  const organization_id = useOrganizationId();
  const query = useQuery(
    apiQuery('/api/v1/journeys', { query: { organization_id, status: 'published', limit: 200 } }),
  );
  const [journey, setJourney] = useState('');
  const enroll = useEnroll(() => setJourney(''));
  if (query.data === undefined)
    return query.error === null ? <ListSkeleton rows={1} height={44} /> : <Problem error={query.error} />;
  const journeys = query.data.items.filter(({ id }) => !begun.has(id));
  if (journeys.length === 0) return <p className={classes['quiet']}>{t('noneLeft')}</p>;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        enroll.mutate({ path: { id: Number(journey) }, body: { user_id: userId } });
      }}
    >
      <Group align="flex-end">
        <NativeSelect
          label={t('journey')}
          required
          value={journey}
          data={[
            { value: '', label: t('chooseJourney') },
            ...journeys.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget }) => setJourney(currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={journey === ''} loading={enroll.isPending}>
          {t('start')}
        </Button>
      </Group>
      <Problem error={enroll.error} />
    </form>
  );
}
