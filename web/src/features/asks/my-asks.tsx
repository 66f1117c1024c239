import { Button, Group, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { changeLater, useDelayedAbout } from '../../api/delayed-changes.ts';
import { useFreshness } from '../../api/live.ts';
import { prepareChange, useApiMutation } from '../../api/mutation.ts';
import { staleAfterChange } from '../../api/my-registrations.ts';
import { apiQuery } from '../../api/query.ts';
import { useWaiting } from '../../api/waiting.ts';
import { deviceZone } from '../../time/calendar.ts';
import { useTimes } from '../../time/hooks.ts';
import card from '../../ui/card.module.css';
import { KeepFocus } from '../../ui/keep-focus.tsx';
import { TextLink } from '../../ui/links.tsx';
import { notify } from '../../ui/notify.ts';
import { Problem } from '../../ui/problem.tsx';
import { ShiftTime } from '../../ui/shift-time.tsx';

const mine = apiQuery('/api/v1/me/asks');

/** What someone is asked to take: all of it, or one shift on its own page. */
export function MyAsks({ shiftId }: { readonly shiftId?: number }) {
  const t = useTranslations('asks');
  const isAsked = useWaiting().asks > 0;
  const asks = useQuery({ ...mine, enabled: isAsked, ...useFreshness() });
  const delayed = useDelayedAbout();
  const open = (isAsked && asks.data ? asks.data.items : []).filter(
    ({ id, shift }) => (shiftId === undefined || shift.id === shiftId) && !delayed.has(`ask ${id}`),
  );
  return (
    <KeepFocus>
      {open.length > 0 && (
        <section className={card['section']} aria-labelledby="asks">
          <h2 id="asks" className={card['heading']}>
            {t('title', { count: open.length })}
          </h2>
          <ul className={card['list']}>
            {open.map((ask) => (
              <AskCard key={ask.id} ask={ask} isOnItsPage={shiftId !== undefined} />
            ))}
          </ul>
        </section>
      )}
    </KeepFocus>
  );
}

function AskCard({ ask, isOnItsPage }: { readonly ask: Schemas['MyAsk']; readonly isOnItsPage: boolean }) {
  const t = useTranslations('asks');
  const times = useTimes();
  const { id, shift } = ask;
  const invalidates = [mine.queryKey, ['/api/v1/me/waiting'], ...staleAfterChange(shift.id)];
  const show = ({ success, message }: Schemas['AnsweredAsk']) =>
    success ? notify.success(message) : notify.warning(message);
  const accept = useApiMutation('post', '/api/v1/me/asks/{id}/accept', { invalidates, onSuccess: show });
  const sender = ask.sender_name ?? ask.organization_name;
  const decline = () =>
    changeLater({
      about: [`ask ${id}`],
      text: t('declined', { sender, title: shift.title }),
      requests: [prepareChange('post', '/api/v1/me/asks/{id}/decline', { path: { id } })],
      stale: invalidates,
    });
  return (
    <li className={`${card['card']} ${card['urgent']}`}>
      {!isOnItsPage && (
        <>
          <TextLink to="/shifts/$id" params={{ id: String(shift.id) }} fw={600}>
            {shift.title}
          </TextLink>
          <ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} />
        </>
      )}
      <Text>{t(ask.urgent ? 'urgent' : 'question', { sender })}</Text>
      {ask.role_name !== null && <Text>{t('role', { role: ask.role_name })}</Text>}
      {ask.message !== '' && <p className={card['prose']}>{ask.message}</p>}
      <p className={card['dim']}>
        {t('until', { time: times.momentIn(shift.time_zone, ask.expires_at, deviceZone) })}
      </p>
      <Problem error={accept.error} />
      <Group gap="sm">
        <Button loading={accept.isPending} onClick={() => accept.mutate({ path: { id } })}>
          {t('accept')}
        </Button>
        <Button variant="default" onClick={decline}>
          {t('decline')}
        </Button>
      </Group>
    </li>
  );
}
