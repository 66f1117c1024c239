import { UnstyledButton } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useOrganizationId } from '../../api/me.ts';
import { apiPages } from '../../api/query.ts';
import { CursorList } from '../../ui/cursor-list.tsx';
import { DetailsDrawer } from '../../ui/dialog.tsx';
import { Mark, type Tone } from '../../ui/mark.tsx';
import { Moment } from '../../ui/moment.tsx';
import rows from '../../ui/rows.module.css';
import { nameOf } from './language-name.ts';
import classes from './notifications.module.css';

type Message = Schemas['Message'];
type Status = Schemas['MessageRecipient']['status'];

const tones: Readonly<Record<Status, Tone>> = {
  queued: 'attention',
  sent: 'good',
  failed: 'bad',
  opted_out: 'quiet',
};
const statuses = Object.keys(tones) as Status[];
/** Why an email wasn't sent, where the sender can do something about it. */
const reasons = ['no_address', 'not_a_member'] as const;
const soonMs = 3_000;

interface MessageHistoryProps {
  readonly filter?: { readonly user_id?: number; readonly shift_id?: number };
}

/** What was written to people, and how far it has come. */
export function MessageHistory({ filter = {} }: MessageHistoryProps) {
  const t = useTranslations('manageNotifications.history');
  const id = useOrganizationId();
  const [open, setOpen] = useState<Message>();
  const messages = useInfiniteQuery({
    ...apiPages('/api/v1/organizations/{id}/messages', { path: { id }, query: { limit: 25, ...filter } }),
    // The emails go out one after the other.
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.items.some(({ queued }) => queued > 0) ? soonMs : false,
  });
  return (
    <>
      <CursorList query={messages} empty={<p className={rows['quiet']}>{t('empty')}</p>}>
        {(items) => (
          <ul className={rows['list']}>
            {items.map((message) => (
              <li key={message.id}>
                <UnstyledButton w="100%" className={rows['row'] ?? ''} onClick={() => setOpen(message)}>
                  <MessageLine message={message} />
                </UnstyledButton>
              </li>
            ))}
          </ul>
        )}
      </CursorList>
      {open && <MessageDetails message={open} close={() => setOpen(undefined)} />}
    </>
  );
}

function useTextOf() {
  const locale = useLocale();
  return ({ texts }: Message) => texts.find(({ language }) => language === locale) ?? texts[0];
}

function MessageLine({ message }: { readonly message: Message }) {
  const t = useTranslations('manageNotifications.history');
  const textOf = useTextOf();
  const { audience, filter_name, role_name, status: own } = message;
  const about = message.shift_title ?? message.program_name ?? filter_name ?? '';
  const toRole = role_name === null ? audience : 'role';
  const to = audience === 'filter' && filter_name === null ? 'unsavedFilter' : toRole;
  return (
    <span>
      <strong>{textOf(message)?.subject}</strong>
      <br />
      <Moment at={message.created_at} />
      {' · '}
      {t(`sentTo.${to}`, { name: about, role: role_name ?? '', count: message.recipients })}
      {message.sender_name !== null && ` · ${message.sender_name}`}
      <br />
      {own !== null && <Mark tone={tones[own]}>{t(`status.${own}`)}</Mark>}
      {own === null &&
        statuses
          .filter((status) => message[status] > 0)
          .map((status) => t(`count.${status}`, { count: message[status] }))
          .join(' · ')}
    </span>
  );
}

function MessageDetails({ message, close }: { readonly message: Message; readonly close: () => void }) {
  const t = useTranslations('manageNotifications.history');
  const id = useOrganizationId();
  const recipients = useInfiniteQuery(
    apiPages('/api/v1/organizations/{id}/messages/{message_id}/recipients', {
      path: { id, message_id: message.id },
      query: { limit: 100 },
    }),
  );
  return (
    <DetailsDrawer title={useTextOf()(message)?.subject ?? t('message')} close={close}>
      {message.texts.map(({ language, subject, text }) => (
        <section key={language} className={classes['email']}>
          {message.texts.length > 1 && <p className={classes['reader']}>{nameOf(language)}</p>}
          <h3 lang={language}>{subject}</h3>
          <p lang={language} className={classes['text']}>
            {text}
          </p>
        </section>
      ))}
      <h3 className={classes['recipients']}>{t('recipients', { count: message.recipients })}</h3>
      <CursorList query={recipients} empty={<p>{t('noRecipients')}</p>}>
        {(people) => (
          <ul className={rows['list']}>
            {people.map(({ user_id, name, status, outcome }) => (
              <li key={user_id}>
                {name}{' '}
                <Mark tone={tones[status]}>
                  {t(`status.${reasons.find((one) => one === outcome) ?? status}`)}
                </Mark>
              </li>
            ))}
          </ul>
        )}
      </CursorList>
    </DetailsDrawer>
  );
}
