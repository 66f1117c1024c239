import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { apiQuery, call } from '../../api/query.ts';
import { msOf } from '../../time/calendar.ts';
import classes from '../../ui/card.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Loaded } from '../../ui/states.tsx';

/** Digits that someone starts to read out must still work at the end. */
const renewedMs = 30_000;

/** My code for the desk, read again as soon as it has run out. Without a network the code of the day takes its place. */
export default function CodeDialog({ close }: { readonly close: () => void }) {
  const t = useTranslations('attendance.code');
  const code = useQuery({
    ...apiQuery('/api/v1/me/check-in-code'),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? 5_000 : Math.max(5_000, msOf(data.expires_at) - Date.now()),
  });
  return (
    <Dialog title={t('title')} close={close} centered>
      <Loaded query={code}>
        {(codes) => {
          const isOld = msOf(codes.expires_at) < Date.now();
          const text = isOld ? codes.offline.code : codes.code;
          return (
            <Stack>
              <QrCode text={text} label={t('image')} className={classes['code']} />
              <Digits />
              <Text size="sm" c="dimmed" ta="center">
                {t(isOld ? 'offline' : 'text')}
              </Text>
            </Stack>
          );
        }}
      </Loaded>
    </Dialog>
  );
}

/** What to read out where scanning doesn't work. They come from the service, so they need a connection. */
function Digits() {
  const t = useTranslations('attendance.code');
  const digits = useQuery({
    queryKey: ['check-in digits'],
    queryFn: ({ signal }) => call('post', '/api/v1/me/check-in-code/digits', { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? 5_000 : Math.max(5_000, msOf(data.expires_at) - Date.now() - renewedMs),
  });
  const { data } = digits;
  if (data === undefined || msOf(data.expires_at) < Date.now()) return null;
  return (
    <Text ta="center">
      {t('typed')}{' '}
      <strong className={classes['digits']}>{`${data.code.slice(0, 3)} ${data.code.slice(3)}`}</strong>
    </Text>
  );
}
