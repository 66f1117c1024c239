import { Button } from '@mantine/core';
import { IconPencil, IconPower, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { notify } from '../../ui/notify.ts';
import { useProblemNotice } from '../../ui/use-problem-notice.ts';
import { ChangeEndpoint } from './endpoint-form.tsx';
import { staleAfter } from './stale-after.ts';

type Props = { readonly endpoint: Schemas['WebhookEndpoint'] };

/** What is done often; the rest is below, at the endpoint's description. */
export function EndpointActions({ endpoint }: Props) {
  const t = useTranslations('common.action');
  const [isChanging, setChanging] = useState(false);
  return (
    <>
      {endpoint.status === 'active' ? <SendTest endpoint={endpoint} /> : <Activate endpoint={endpoint} />}
      <Button
        variant="default"
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={() => setChanging(true)}
      >
        {t('edit')}
      </Button>
      {isChanging && <ChangeEndpoint endpoint={endpoint} close={() => setChanging(false)} />}
    </>
  );
}

function SendTest({ endpoint: { id } }: Props) {
  const t = useTranslations('webhooks.endpoint');
  const showProblem = useProblemNotice();
  const test = useApiMutation('post', '/api/v1/webhooks/endpoints/{id}/test', {
    invalidates: staleAfter(id),
    onSuccess: () => void notify.success(t('tested')),
  });
  return (
    <Button
      leftSection={<IconSend size={18} aria-hidden />}
      loading={test.isPending}
      onClick={() => test.mutate({ path: { id } }, { onError: showProblem })}
    >
      {t('test')}
    </Button>
  );
}

function Activate({ endpoint: { id } }: Props) {
  const t = useTranslations('webhooks.endpoint');
  const showProblem = useProblemNotice();
  const activate = useApiMutation('post', '/api/v1/webhooks/endpoints/{id}/activate', {
    invalidates: staleAfter(id),
  });
  return (
    <Button
      leftSection={<IconPower size={18} aria-hidden />}
      loading={activate.isPending}
      onClick={() => activate.mutate({ path: { id } }, { onError: showProblem })}
    >
      {t('activate')}
    </Button>
  );
}
