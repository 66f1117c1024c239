import { Button, Collapse, List, Text } from '@mantine/core';
import { IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useTimes } from '../../i18n/times.ts';
import { useIsOnline } from '../../shell/offline-banner.tsx';
import classes from './desk.module.css';
import { sendWaiting, takeBack, useQueue } from './queue.ts';
import type { Entry } from './store.ts';

interface QueueBarProps {
  readonly zone: string;
  readonly nameOf: (userId: number | undefined) => string;
}

/** What has not arrived yet, and what was refused: always in sight, so that nobody has to trust blindly. */
export function QueueBar({ zone, nameOf }: QueueBarProps) {
  const t = useTranslations('desk.queue');
  const { entries, sent, isSending } = useQueue();
  const isOnline = useIsOnline();
  const [isOpen, setOpen] = useState(false);
  const refused = entries.filter(({ refusal }) => refusal !== undefined);
  const waiting = entries.length - refused.length;
  const Icon = waiting === 0 ? IconCloudCheck : isOnline ? IconCloudUp : IconCloudOff;
  return (
    <section className={classes['queue']} aria-label={t('label')} data-waiting={waiting > 0}>
      <div className={classes['queueLine']}>
        <Icon size={22} aria-hidden />
        <p role="status">
          {waiting === 0
            ? t('allSent', { count: sent })
            : t(isOnline ? 'waiting' : 'waitingOffline', { count: waiting })}
          {refused.length > 0 && <strong> {t('refused', { count: refused.length })}</strong>}
        </p>
        {waiting > 0 && isOnline && (
          <Button variant="default" loading={isSending} onClick={() => void sendWaiting()}>
            {t('sendNow')}
          </Button>
        )}
        {entries.length > 0 && (
          <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'hide' : 'show')}
          </Button>
        )}
      </div>
      <Collapse expanded={isOpen && entries.length > 0}>
        <List listStyleType="none" spacing="xs" mt="xs">
          {entries.map((entry) => (
            <List.Item key={entry.nonce}>
              <EntryLine entry={entry} zone={zone} name={nameOf(entry.userId)} />
            </List.Item>
          ))}
        </List>
      </Collapse>
    </section>
  );
}

function EntryLine({
  entry,
  zone,
  name,
}: {
  readonly entry: Entry;
  readonly zone: string;
  readonly name: string;
}) {
  const t = useTranslations('desk.queue');
  const times = useTimes();
  const lang = useLocale() === 'en' ? undefined : 'en';
  const time = times.format('time', entry.at, zone);
  return (
    <div className={classes['entry']}>
      <span>{t(entry.action, { name, time })}</span>
      {entry.refusal !== undefined && (
        <Text component="span" c="var(--mantine-color-error)" lang={lang}>
          {entry.refusal.detail}
        </Text>
      )}
      <Button variant="subtle" onClick={() => void takeBack(entry.nonce)}>
        {t(entry.refusal === undefined ? 'takeBack' : 'dismiss')}
      </Button>
    </div>
  );
}
