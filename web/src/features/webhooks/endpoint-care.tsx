import { Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { ConfirmAction } from '../../ui/lazy-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { staleAfter } from './stale-after.ts';

/** What is rarely done and has consequences. */
export function EndpointCare({
  endpoint: { id, status },
}: {
  readonly endpoint: Schemas['WebhookEndpoint'];
}) {
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
    invalidates: staleAfter(id),
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
    invalidates: staleAfter(id),
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
