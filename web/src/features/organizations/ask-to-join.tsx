import { Button, Stack, Text, Textarea } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import { deviceZone } from '../../time/calendar.ts';
import { useTimes } from '../../time/hooks.ts';
import classes from '../../ui/card.module.css';
import { ButtonLink } from '../../ui/links.tsx';
import { notify } from '../../ui/notify.ts';
import { Problem } from '../../ui/problem.tsx';
import { TextSkeleton } from '../../ui/states.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';

type Organization = Pick<Schemas['Organization'], 'id' | 'name'>;

const mine = apiQuery('/api/v1/me/join-requests', { query: { limit: 200 } });

/** For visitors: how one gets in, before an account is made. */
export function InvitationOnly({ organization, next }: { organization: Organization; next: string }) {
  const t = useTranslations('organizations.join');
  return (
    <>
      <p className={classes['prose']}>{t('visitor', { organization: organization.name })}</p>
      <ButtonLink to="/signup" search={{ next }}>
        {t('create')}
      </ButtonLink>
      <ButtonLink to="/login" search={{ next }} variant="default">
        {t('logIn')}
      </ButtonLink>
    </>
  );
}

/** For people who are not members of an invitation-only organization. */
export function AskToJoin({ organization }: { readonly organization: Organization }) {
  const requests = useQuery(mine);
  if (requests.data === undefined) {
    return requests.isError ? <Problem error={requests.error} /> : <TextSkeleton lines={2} />;
  }
  // The newest comes first.
  const last = requests.data.items.find(({ organization_id: id }) => id === organization.id);
  if (last?.status === 'open') return <Asked request={last} />;
  return <AskForm organization={organization} declined={last?.status === 'declined' ? last : undefined} />;
}

function Asked({ request }: { readonly request: Schemas['JoinRequest'] }) {
  const t = useTranslations('organizations.join');
  const times = useTimes();
  const withdraw = useApiMutation('delete', '/api/v1/me/join-requests/{id}', {
    invalidates: [mine.queryKey],
  });
  return (
    <>
      <div role="status">
        <Text fw={600}>{t('asked', { day: times.format('longDay', request.created_at, deviceZone) })}</Text>
        <p className={classes['prose']}>{t('askedText', { organization: request.organization_name })}</p>
      </div>
      <Problem error={withdraw.error} />
      <Button
        variant="default"
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate({ path: { id: request.id } })}
      >
        {t('withdraw')}
      </Button>
    </>
  );
}

interface AskFormProps {
  readonly organization: Organization;
  readonly declined: Schemas['JoinRequest'] | undefined;
}

function AskForm({ organization, declined }: AskFormProps) {
  const t = useTranslations('organizations.join');
  const [message, setMessage] = useState('');
  const ask = useApiMutation('post', '/api/v1/organizations/{id}/join-requests', {
    invalidates: [mine.queryKey],
    onSuccess: () => notify.success(t('sent')),
  });
  useUnsaved(message !== '' && !ask.isSuccess);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate({ path: { id: organization.id }, body: { message } });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {declined === undefined ? (
          <p className={classes['prose']}>{t('person', { organization: organization.name })}</p>
        ) : (
          <p className={classes['prose']}>
            {declined.reason === null
              ? t('declined', { organization: organization.name })
              : t('declinedBecause', { organization: organization.name, reason: declined.reason })}
          </p>
        )}
        <Textarea
          label={t('message')}
          description={t('messageHint')}
          autosize
          minRows={2}
          maxLength={1_000}
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <Problem error={ask.error} />
        <Button type="submit" loading={ask.isPending}>
          {t(declined === undefined ? 'ask' : 'askAgain')}
        </Button>
      </Stack>
    </form>
  );
}
