import { Alert, Button, Group } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../api/mutation.ts';
import { msOf } from '../../time/calendar.ts';
import { ConfirmAction } from '../../ui/lazy-dialog.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Moment, useMomentText } from '../../ui/moment.tsx';
import { notify } from '../../ui/notify.ts';
import { Facts, Section } from '../../ui/section.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';

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

/** What is rarely done and has consequences. */
function EndpointCare({ endpoint: { id, status } }: { readonly endpoint: Schemas['WebhookEndpoint'] }) {
  return (
    <Group gap="xs">
      <RotateSecret id={id} />
      {status === 'active' && <Deactivate id={id} />}
      <Delete id={id} />
    </Group>
  );
}

function RotateSecret({ id }: { readonly id: number }) {
  const t = useTranslations('webhooks.secret');
  const [secret, setSecret] = useState<string>();
  const rotate = useApiMutation('post', '/api/v1/webhooks/endpoints/{id}/rotate-secret', {
    invalidates: endpointReads(id),
    onSuccess: (answer) => setSecret(answer.secret),
  });
  return (
    <>
      <ConfirmAction
        title={t('rotateTitle')}
        text={t('rotateText')}
        confirmLabel={t('rotate')}
        onConfirm={() => rotate.mutateAsync({ path: { id } })}
      >
        {(ask) => (
          <Button variant="default" onClick={ask}>
            {t('rotate')}
          </Button>
        )}
      </ConfirmAction>
      {secret !== undefined && (
        <ShownOnce
          title={t('rotated')}
          label={t('label')}
          text={secret}
          warning={t('warning')}
          close={() => setSecret(undefined)}
        />
      )}
    </>
  );
}

function Deactivate({ id }: { readonly id: number }) {
  const t = useTranslations('webhooks.endpoint');
  const deactivate = useApiMutation('post', '/api/v1/webhooks/endpoints/{id}/deactivate', {
    invalidates: endpointReads(id),
  });
  return (
    <ConfirmAction
      title={t('deactivateTitle')}
      text={t('deactivateText')}
      confirmLabel={t('deactivate')}
      isDangerous
      onConfirm={() => deactivate.mutateAsync({ path: { id } })}
    >
      {(ask) => (
        <Button variant="default" onClick={ask}>
          {t('deactivate')}
        </Button>
      )}
    </ConfirmAction>
  );
}

function Delete({ id }: { readonly id: number }) {
  const t = useTranslations('webhooks.endpoint');
  const words = useTranslations('common.action');
  const navigate = useNavigate();
  const remove = useApiMutation('delete', '/api/v1/webhooks/endpoints/{id}', {
    invalidates: [['/api/v1/webhooks/endpoints'], ['/api/v1/webhooks/status']],
    onSuccess: () => {
      void notify.success(t('deleted'));
      void navigate({ to: '/manage/webhooks' });
    },
  });
  return (
    <ConfirmAction
      title={t('deleteTitle')}
      text={t('deleteText')}
      confirmLabel={words('delete')}
      isDangerous
      onConfirm={() => remove.mutateAsync({ path: { id } })}
    >
      {(ask) => (
        <Button variant="default" c="var(--mantine-color-error)" onClick={ask}>
          {words('delete')}
        </Button>
      )}
    </ConfirmAction>
  );
}

/** What is out of date once an endpoint or its deliveries have changed. */
export const endpointReads = (id: number) =>
  [
    ['/api/v1/webhooks/endpoints'],
    ['/api/v1/webhooks/endpoints/{id}', { path: { id } }],
    ['/api/v1/webhooks/endpoints/{id}/statistics'],
    ['/api/v1/webhooks/status'],
  ] as const;
