import { Button, Text } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { sendChange, useTask } from '../../api/mutation.ts';
import { isPushPossible, notePush } from '../../api/push.ts';
import { apiQuery, queryClient } from '../../api/query.ts';
import { Problem } from '../../ui/problem.tsx';

const browsers = apiQuery('/api/v1/me/push-subscriptions');

/** Turns notifications on and off in this browser. The browser asks for permission. */
export function PushSwitch() {
  const t = useTranslations('notifications.push');
  const known = useQuery({ ...browsers, enabled: isPushPossible() });
  const current = known.data?.items.find((one) => one.current);
  const refresh = () => queryClient.invalidateQueries({ queryKey: browsers.queryKey });
  const turnOn = useTask(async () => {
    const key = known.data?.public_key;
    if (key === undefined || (await Notification.requestPermission()) !== 'granted') return;
    const registration = await navigator.serviceWorker.ready;
    // What is left of someone else, or was made for another key, can't be used.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key,
    });
    const { endpoint, keys } = subscription.toJSON();
    const body = {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
    };
    await sendChange('post', '/api/v1/me/push-subscriptions', { body });
    await notePush(body.endpoint);
    await refresh();
  });
  const turnOff = useTask(async () => {
    await notePush(undefined);
    const registration = await navigator.serviceWorker.ready;
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    if (current !== undefined)
      await sendChange('delete', '/api/v1/me/push-subscriptions/{id}', { path: { id: current.id } });
    await refresh();
  });
  if (!isPushPossible()) return <Text c="dimmed">{t('impossible')}</Text>;
  if (Notification.permission === 'denied') return <Text c="dimmed">{t('denied')}</Text>;
  const change = current === undefined ? turnOn : turnOff;
  return (
    <>
      <Problem error={turnOn.error ?? turnOff.error} />
      <Button
        variant="default"
        my="sm"
        leftSection={<IconBellRinging size={18} aria-hidden />}
        disabled={known.data === undefined}
        loading={change.isPending}
        onClick={() => change.mutate()}
      >
        {t(current === undefined ? 'on' : 'off')}
      </Button>
    </>
  );
}
