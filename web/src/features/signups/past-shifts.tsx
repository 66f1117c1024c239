import { Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiPages } from '../../api/query.ts';
import classes from '../../ui/card.module.css';
import { CursorList } from '../../ui/cursor-list.tsx';
import { RegistrationCard } from './registration-card.tsx';

/** Looked for only when somebody wants to see them. */
export function PastShifts() {
  const t = useTranslations('signups.shifts');
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={classes['section']} aria-labelledby="past-shifts">
      <h2 id="past-shifts" className={classes['heading']}>
        {t('past')}
      </h2>
      {isOpen ? (
        <PastList />
      ) : (
        <div>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('showPast')}
          </Button>
        </div>
      )}
    </section>
  );
}

function PastList() {
  const t = useTranslations('signups.shifts');
  const past = useInfiniteQuery(apiPages('/api/v1/me/registrations', { query: { when: 'past', limit: 20 } }));
  return (
    <CursorList query={past} empty={<Text c="dimmed">{t('noPast')}</Text>}>
      {(registrations) => (
        <ul className={classes['list']}>
          {registrations.map((registration) => (
            <RegistrationCard key={registration.id} registration={registration} />
          ))}
        </ul>
      )}
    </CursorList>
  );
}
