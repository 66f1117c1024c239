import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconKey, IconPencil, IconPower, IconSend, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../../api/client.ts';
import { useApiMutation } from '../../../api/mutation.ts';
import { ConfirmAction } from '../../../components/confirm-action.tsx';
import { notify } from '../../../components/notify.ts';
import { ShownOnce } from '../parts/shown-once.tsx';
import { ChangeEndpoint } from './endpoint-form.tsx';

type Endpoint = Schemas['WebhookEndpoint'];
type Props = { readonly endpoint: Endpoint };

const stale = (id: number) =>
  [
    ['/api/v1/webhooks/endpoints'],
    ['/api/v1/webhooks/endpoints/{id}', { path: { id } }],
    ['/api/v1/webhooks/status'],
  ] as const;

export function EndpointActions({ endpoint }: Props) {
  const t = useTranslations('admin.action');
  const [isChanging, setChanging] = useState(false);
  return (
    <>
      <SendTest endpoint={endpoint} />
      <Button
        variant="default"
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={() => setChanging(true)}
      >
        {t('edit')}
      </Button>
      <More endpoint={endpoint} />
      {isChanging && <ChangeEndpoint endpoint={endpoint} close={() => setChanging(false)} />}
    </>
  );
}

function SendTest({ endpoint: { id, status } }: Props) {
  const t = useTranslations('webhooks.endpoint');
  const test = useApiMutation('post', '/api/v1/webhooks/endpoints/{id}/test', {
    invalidates: stale(id),
    onSuccess: () => void notify.success(t('tested')),
  });
  const activate = useApiMutation('post', '/api/v1/webhooks/endpoints/{id}/activate', {
    invalidates: stale(id),
  });
  if (status === 'inactive') {
    return (
      <Button
        leftSection={<IconPower size={18} aria-hidden />}
        loading={activate.isPending}
        onClick={() => activate.mutate({ path: { id } })}
      >
        {t('activate')}
      </Button>
    );
  }
  return (
    <Button
      leftSection={<IconSend size={18} aria-hidden />}
      loading={test.isPending}
      onClick={() => test.mutate({ path: { id } }, { onError: (error) => notify.warning(error.message) })}
    >
      {t('test')}
    </Button>
  );
}

/** What is rarely done and has consequences. */
function More({ endpoint: { id, status } }: Props) {
  const t = useTranslations('webhooks');
  const words = useTranslations('admin.action');
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string>();
  const path = { path: { id } };
  const rotate = useApiMutation('post', '/api/v1/webhooks/endpoints/{id}/rotate-secret', {
    invalidates: stale(id),
    onSuccess: (data) => setSecret(data.secret),
  });
  const deactivate = useApiMutation('post', '/api/v1/webhooks/endpoints/{id}/deactivate', {
    invalidates: stale(id),
  });
  const remove = useApiMutation('delete', '/api/v1/webhooks/endpoints/{id}', {
    invalidates: [['/api/v1/webhooks/endpoints']],
    onSuccess: () => {
      void notify.success(t('endpoint.deleted'));
      void navigate({ to: '/manage/webhooks' });
    },
  });
  return (
    <ConfirmAction
      title={t('secret.rotateTitle')}
      text={t('secret.rotateText')}
      confirmLabel={t('secret.rotate')}
      onConfirm={() => rotate.mutateAsync(path)}
    >
      {(askRotate) => (
        <ConfirmAction
          title={t('endpoint.deactivateTitle')}
          text={t('endpoint.deactivateText')}
          confirmLabel={t('endpoint.deactivate')}
          isDangerous
          onConfirm={() => deactivate.mutateAsync(path)}
        >
          {(askDeactivate) => (
            <ConfirmAction
              title={t('endpoint.deleteTitle')}
              text={t('endpoint.deleteText')}
              confirmLabel={words('delete')}
              isDangerous
              onConfirm={() => remove.mutateAsync(path)}
            >
              {(askDelete) => (
                <Menu position="bottom-end">
                  <Menu.Target>
                    <ActionIcon variant="default" aria-label={words('more')}>
                      <IconDots size={20} aria-hidden />
                    </ActionIcon>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item leftSection={<IconKey size={18} aria-hidden />} onClick={askRotate}>
                      {t('secret.rotate')}
                    </Menu.Item>
                    {status === 'active' && (
                      <Menu.Item leftSection={<IconPower size={18} aria-hidden />} onClick={askDeactivate}>
                        {t('endpoint.deactivate')}
                      </Menu.Item>
                    )}
                    <Menu.Item leftSection={<IconTrash size={18} aria-hidden />} onClick={askDelete}>
                      {words('delete')}
                    </Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              )}
            </ConfirmAction>
          )}
        </ConfirmAction>
      )}
    </ConfirmAction>
  );
}
