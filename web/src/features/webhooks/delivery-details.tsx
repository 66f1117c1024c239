import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import { DetailsDrawer } from '../../ui/dialog.tsx';
import { Mark, type Tone } from '../../ui/mark.tsx';
import { Moment, useMomentText } from '../../ui/moment.tsx';
import { notify } from '../../ui/notify.ts';
import classes from '../../ui/parts.module.css';
import { Problem } from '../../ui/problem.tsx';
import { Facts } from '../../ui/section.tsx';
import { Loaded } from '../../ui/states.tsx';

type Attempt = Schemas['WebhookAttempt'];

export const tones: Readonly<Record<Attempt['status'], Tone>> = {
  pending: 'quiet',
  delivering: 'quiet',
  succeeded: 'good',
  failed: 'attention',
  given_up: 'bad',
  cancelled: 'quiet',
};

const soonMs = 1_500;

/** One delivery: its body byte for byte, and each attempt with what came back. */
export function DeliveryDetails({
  attemptId,
  close,
}: {
  readonly attemptId: number;
  readonly close: () => void;
}) {
  const t = useTranslations('webhooks.delivery');
  const delivery = useQuery({
    ...apiQuery('/api/v1/webhooks/deliveries/{attemptId}', { path: { attemptId } }),
    refetchInterval: ({ state }) => (state.data?.attempts.some(isUnfinished) ? soonMs : false),
  });
  return (
    <DetailsDrawer title={t('title')} close={close}>
      <Loaded query={delivery}>{(data) => <Delivery delivery={data} attemptId={attemptId} />}</Loaded>
    </DetailsDrawer>
  );
}

const isUnfinished = ({ status }: Schemas['WebhookAttempt']) =>
  status === 'pending' || status === 'delivering';

function Delivery({
  delivery,
  attemptId,
}: {
  readonly delivery: Schemas['WebhookDelivery'];
  readonly attemptId: number;
}) {
  const t = useTranslations('webhooks.delivery');
  const log = useTranslations('webhooks.log');
  const replay = useApiMutation('post', '/api/v1/webhooks/deliveries/{attemptId}/replay', {
    invalidates: [['/api/v1/webhooks/status'], ['/api/v1/webhooks/deliveries/{attemptId}']],
    onSuccess: () => void notify.success(t('replayed')),
  });
  return (
    <Stack>
      <Facts
        facts={[
          [log('event'), <code key="event">{delivery.event}</code>],
          [t('envelope'), <Envelope key="envelope" id={delivery.envelope_id} />],
          [t('created'), <Moment key="created" at={delivery.created_at} />],
        ]}
      />
      <Group>
        <Button
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={replay.isPending}
          onClick={() => replay.mutate({ path: { attemptId } })}
        >
          {t('replay')}
        </Button>
      </Group>
      <Problem error={replay.error} />
      <Title order={3} size="h4">
        {t('attempts')}
      </Title>
      <Stack gap="sm" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {delivery.attempts.map((attempt) => (
          <Attempt key={attempt.attempt_id} attempt={attempt} />
        ))}
      </Stack>
      <Title order={3} size="h4">
        {t('body')}
      </Title>
      <CodeBlock text={pretty(delivery.body)} label={t('body')} />
    </Stack>
  );
}

function Envelope({ id }: { readonly id: string }) {
  const t = useTranslations('webhooks.delivery');
  return (
    <>
      <code>{id}</code>
      <Text size="sm" c="dimmed">
        {t('envelopeHint')}
      </Text>
    </>
  );
}

function Attempt({ attempt }: { readonly attempt: Schemas['WebhookAttempt'] }) {
  const t = useTranslations('webhooks');
  const momentText = useMomentText();
  const { status, error, response_body, response_status, duration_ms, next_attempt_at } = attempt;
  return (
    <li className={classes['item']}>
      <Stack gap={4}>
        <Group justify="space-between">
          <Text fw={600}>
            {t('delivery.nth', { count: attempt.attempt, cause: t(`cause.${attempt.cause}`) })}
          </Text>
          <Mark tone={tones[status]}>{t(`result.${status}`)}</Mark>
        </Group>
        <Text size="sm" c="dimmed">
          <Moment at={attempt.finished_at ?? attempt.created_at} />
          {response_status !== null && ` · ${t('delivery.httpStatus', { status: String(response_status) })}`}
          {duration_ms !== null && ` · ${t('delivery.took', { ms: duration_ms })}`}
        </Text>
        {error !== null && <Text size="sm">{error}</Text>}
        {status === 'failed' && next_attempt_at !== null && (
          <Text size="sm">{t('delivery.next', { time: momentText(next_attempt_at) })}</Text>
        )}
        {response_body !== null && response_body !== '' && (
          <CodeBlock text={response_body} label={t('delivery.answerBody')} />
        )}
      </Stack>
    </li>
  );
}

/** Readable where it is JSON; the bytes that were signed have no line breaks. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** Text as machines write it. What scrolls is reachable by keyboard. */
function CodeBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={classes['code']} tabIndex={0} aria-label={label}>
      {text}
    </section>
  );
}
