import { Button, Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { ConfirmAction } from '../../ui/lazy-dialog.tsx';

interface JourneyStateProps {
  readonly journey: Schemas['Journey'];
  readonly isDirty: boolean;
  /** The journey has another version of itself now. */
  readonly changed: () => void;
}

/** Draft, published or archived, and the ways between. */
export function JourneyState({ journey: { id, name, status }, isDirty, changed }: JourneyStateProps) {
  const t = useTranslations('manageJourneys');
  const words = useTranslations('common.action');
  const invalidates = [['/api/v1/journeys/{id}', { path: { id } }], ['/api/v1/journeys']];
  const publish = useApiMutation('post', '/api/v1/journeys/{id}/publish', { invalidates });
  const archive = useApiMutation('post', '/api/v1/journeys/{id}/archive', { invalidates });
  const restore = useApiMutation('post', '/api/v1/journeys/{id}/restore', { invalidates });
  const path = { path: { id } };
  if (status === 'archived') {
    return (
      <Button
        variant="default"
        loading={restore.isPending}
        onClick={() => restore.mutate(path, { onSuccess: changed })}
      >
        {words('restore')}
      </Button>
    );
  }
  return (
    <Group>
      {status === 'draft' && (
        <ConfirmAction
          title={t('publishTitle', { name })}
          text={t('publishText')}
          confirmLabel={words('publish')}
          onConfirm={() => publish.mutateAsync(path).then(changed)}
        >
          {(ask) => (
            <Button variant="default" onClick={ask} disabled={isDirty}>
              {words('publish')}
            </Button>
          )}
        </ConfirmAction>
      )}
      <ConfirmAction
        title={t('archiveTitle', { name })}
        text={t('archiveText')}
        confirmLabel={words('archive')}
        onConfirm={() => archive.mutateAsync(path).then(changed)}
      >
        {(ask) => (
          <Button variant="subtle" onClick={ask} disabled={isDirty}>
            {words('archive')}
          </Button>
        )}
      </ConfirmAction>
      {isDirty && (
        <Text size="sm" c="dimmed">
          {t('saveFirst')}
        </Text>
      )}
    </Group>
  );
}
