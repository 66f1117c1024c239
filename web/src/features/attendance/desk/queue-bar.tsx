import { ActionIcon, Button, List, Text } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronUp,
  IconCloudCheck,
  IconCloudOff,
  IconCloudUp,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIsReachable } from '../../../api/reach.ts';
import { useTimes } from '../../../time/hooks.ts';
import { canTryAgain, type Entry } from './deliver.ts';
import classes from './desk.module.css';
import { removeEntry, sendWaiting, tryAgain, useQueue } from './queue.ts';

interface QueueBarProps {
  readonly zone: string;
  readonly nameOf: (userId: number | undefined) => string;
}

/** What has not arrived yet, and what was refused: always in sight, so that no one has to trust blindly. */
export function QueueBar({ zone, nameOf }: QueueBarProps) {
  const t = useTranslations('manageAttendance.queue');
  const { entries, sent, isSending } = useQueue();
  const isOnline = useIsReachable();
  const [isOpen, setOpen] = useState(false);
  const refused = entries.filter(({ refusal }) => refusal !== undefined);
  /** What was refused is always in sight; what only waits can be looked at. */
  const shown = isOpen ? entries : refused;
  const waiting = entries.length - refused.length;
  const Icon = !isOnline ? IconCloudOff : waiting === 0 ? IconCloudCheck : IconCloudUp;
  return (
    <section className={classes['queue']} aria-label={t('label')} data-waiting={waiting > 0}>
      <div className={classes['queueLine']}>
        <Icon size={22} aria-hidden />
        <p role="status">
          {waiting > 0
            ? t(isOnline ? 'waiting' : 'waitingOffline', { count: waiting })
            : isOnline
              ? t('allSent', { count: sent })
              : t('offline')}
          {refused.length > 0 && <strong> {t('refused', { count: refused.length })}</strong>}
        </p>
        {/* Its space is always there: the list below must not move while people tap it. */}
        <ActionIcon
          variant="subtle"
          size={44}
          style={{ visibility: waiting > 0 ? undefined : 'hidden' }}
          aria-label={t(isOpen ? 'hide' : 'show')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <IconChevronUp size={22} aria-hidden /> : <IconChevronDown size={22} aria-hidden />}
        </ActionIcon>
      </div>
      {shown.length > 0 && (
        <List listStyleType="none" spacing="xs" mt="xs">
          {shown.map((entry) => (
            <List.Item key={entry.nonce}>
              <EntryLine entry={entry} zone={zone} name={nameOf(entry.userId)} />
            </List.Item>
          ))}
        </List>
      )}
      {isOpen && waiting > 0 && (
        <Button variant="default" mt="xs" loading={isSending} onClick={() => void sendWaiting()}>
          {t('sendNow')}
        </Button>
      )}
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
  const t = useTranslations('manageAttendance.queue');
  const times = useTimes();
  const time = times.since(entry.at, zone);
  const { refusal } = entry;
  return (
    <div className={classes['entry']}>
      <span>{t(entry.action, { name, time })}</span>
      {refusal !== undefined && (
        <Text component="span" c="var(--mantine-color-error)">
          {refusal.detail || t('failed')}
        </Text>
      )}
      <span>
        {refusal !== undefined && canTryAgain(refusal) && (
          <Button variant="subtle" onClick={() => void tryAgain(entry.nonce)}>
            {t('tryAgain')}
          </Button>
        )}
        <Button variant="subtle" onClick={() => void removeEntry(entry.nonce)}>
          {t(refusal === undefined ? 'undo' : 'dismiss')}
        </Button>
      </span>
    </div>
  );
}
