import { Alert, Group } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { msOf } from '../../time/calendar.ts';
import { Mark } from '../../ui/mark.tsx';
import { Moment, useMomentText } from '../../ui/moment.tsx';
import { Facts, Section } from '../../ui/section.tsx';
import { EndpointCare } from './endpoint-care.tsx';

export function EndpointAbout({ endpoint }: { readonly endpoint: Schemas['WebhookEndpoint'] }) {
  const t = useTranslations('webhooks');
  const momentText = useMomentText();
  const { status, inactive_reason, inactive_since, previous_secret_until, url, events } = endpoint;
  const reason = (['manual', 'gone', 'failing'] as const).find((one) => one === inactive_reason);
  return (
    <Section
      title={t('endpoint.about')}
      actions={<Mark tone={status === 'active' ? 'good' : 'bad'}>{t(`status.${status}`)}</Mark>}
    >
      {status === 'inactive' && reason !== undefined && (
        <Alert color="clay" icon={<IconPlugConnectedX aria-hidden />}>
          {t(`reason.${reason}`)}{' '}
          {inactive_since !== null && (
            <>
              {t('endpoint.since')} <Moment at={inactive_since} />
            </>
          )}
        </Alert>
      )}
      <Facts
        facts={[
          [t('list.url'), <code key="url">{url}</code>],
          [
            t('list.events'),
            <Group key="events" gap={6}>
              {events.map((event) => (
                <Mark key={event}>{event}</Mark>
              ))}
            </Group>,
          ],
          ...(previous_secret_until !== null && msOf(previous_secret_until) > Date.now()
            ? ([[t('secret.label'), t('secret.until', { time: momentText(previous_secret_until) })]] as const)
            : []),
        ]}
      />
      <EndpointCare endpoint={endpoint} />
    </Section>
  );
}
