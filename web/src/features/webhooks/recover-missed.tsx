import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { dayMs, localInstant, localText } from '../../time/calendar.ts';
import { Problem } from '../../ui/problem.tsx';
import { Section } from '../../ui/section.tsx';
import { staleAfter } from './stale-after.ts';

/** For a system that was away: sends it everything that it has not taken since. */
export function RecoverMissed({ endpoint }: { readonly endpoint: Schemas['WebhookEndpoint'] }) {
  const t = useTranslations('webhooks.recover');
  const { id, inactive_since } = endpoint;
  const [since, setSince] = useState(() => localText(inactive_since ?? Date.now() - dayMs));
  const recover = useApiMutation('post', '/api/v1/webhooks/endpoints/{id}/recover', {
    invalidates: staleAfter(id),
  });
  return (
    <Section title={t('title')} lead={t('lead')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          recover.mutate({ path: { id }, body: { since: localInstant(since) } });
        }}
      >
        <Group align="flex-end">
          <TextInput
            label={t('since')}
            type="datetime-local"
            required
            value={since}
            onChange={({ currentTarget: { value } }) => setSince(value)}
          />
          <Button type="submit" variant="default" loading={recover.isPending}>
            {t('submit')}
          </Button>
        </Group>
      </form>
      <span role="status">{recover.data && t('queued', { count: recover.data.queued })}</span>
      <Problem error={recover.error} />
    </Section>
  );
}
