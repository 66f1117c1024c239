import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../../api/client.ts';
import { useApiMutation } from '../../../api/mutation.ts';
import { apiQuery } from '../../../api/query.ts';
import { notify } from '../../../components/notify.ts';
import { Page } from '../../../components/page.tsx';
import { Problem } from '../../../components/problem.tsx';
import { Loaded } from '../../../components/states.tsx';
import { ComeBack } from '../../shifts/come-back.tsx';
import { ExactTimes } from '../exact-times.tsx';
import { Exceptions } from '../exceptions.tsx';
import classes from '../me.module.css';
import { WeekGrid } from '../week-grid.tsx';
import { merged, type Week, weekOf, windowsOf } from '../week-windows.ts';

const route = getRouteApi('/me/availability');
const availabilityQuery = apiQuery('/api/v1/me/availability');

export function AvailabilityPage() {
  const t = useTranslations('me');
  const availability = useQuery(availabilityQuery);
  return (
    <Page title={t('title.availability')} lead={t('availability.lead')}>
      <Loaded query={availability}>{(data) => <AvailabilityForm availability={data} />}</Loaded>
    </Page>
  );
}

/** Holds what is drawn until it is saved; what others change meanwhile does not pull it away. */
function AvailabilityForm({ availability }: { readonly availability: Schemas['Availability'] }) {
  const t = useTranslations('me.availability');
  const { next } = route.useSearch();
  const [week, setWeek] = useState<Week>(() => weekOf(availability.weekly));
  const [exceptions, setExceptions] = useState(availability.exceptions);
  const [isDirty, setDirty] = useState(false);
  const save = useApiMutation('put', '/api/v1/me/availability', {
    invalidates: [availabilityQuery.queryKey, ['/api/v1/shifts/{id}/eligibility'], ['/api/v1/shifts']],
    onSuccess: () => {
      setDirty(false);
      notify.success(t('saved'));
    },
  });
  const change = (to: Week | ((before: Week) => Week)) => {
    setDirty(true);
    setWeek(to);
  };
  const zone = availability.time_zone;
  const submit = () =>
    save.mutate({ body: { time_zone: zone, weekly: windowsOf(week.map(merged)), exceptions } });
  return (
    <>
      <section className={classes['section']}>
        <Text size="sm" c="dimmed">
          {t('hint')} {t('zone', { zone })}
        </Text>
        <WeekGrid week={week} change={change} />
        {week.every((day) => day.length === 0) && <Text>{t('always')}</Text>}
        <Group gap="xs">
          <Button
            variant="default"
            onClick={() => change(week.map((day, index) => (index < 5 ? (week[0] ?? day) : day)))}
          >
            {t('copyWeek')}
          </Button>
          <Button variant="subtle" onClick={() => change(week.map(() => []))}>
            {t('clear')}
          </Button>
        </Group>
      </section>
      <section className={classes['section']} aria-labelledby="exact">
        <h2 id="exact" className={classes['heading']}>
          {t('exact')}
        </h2>
        <ExactTimes week={week} change={change} />
      </section>
      <Exceptions
        exceptions={exceptions}
        change={(to) => {
          setDirty(true);
          setExceptions([...to]);
        }}
      />
      <Stack align="flex-start">
        <Problem error={save.error} />
        {isDirty && <Text role="status">{t('unsaved')}</Text>}
        <Group>
          <Button size="lg" loading={save.isPending} onClick={submit}>
            {t('save')}
          </Button>
          <ComeBack next={next} label={t('back')} variant={save.isSuccess ? 'filled' : 'default'} />
        </Group>
      </Stack>
    </>
  );
}
