import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { ConfirmAction } from '../../ui/lazy-dialog.tsx';

export function BadgeArchive({ badge: { id, name, status } }: { readonly badge: Schemas['Badge'] }) {
  const t = useTranslations('manageBadges');
  const words = useTranslations('common.action');
  const invalidates = [['/api/v1/badges'], ['/api/v1/badges/{id}', { path: { id } }]];
  const archive = useApiMutation('post', '/api/v1/badges/{id}/archive', { invalidates });
  const restore = useApiMutation('post', '/api/v1/badges/{id}/restore', { invalidates });
  if (status === 'archived') {
    return (
      <Button loading={restore.isPending} onClick={() => restore.mutate({ path: { id } })}>
        {words('restore')}
      </Button>
    );
  }
  return (
    <ConfirmAction
      title={t('archiveTitle', { name })}
      text={t('archiveText')}
      confirmLabel={words('archive')}
      onConfirm={() => archive.mutateAsync({ path: { id } })}
    >
      {(ask) => (
        <Button variant="default" onClick={ask}>
          {words('archive')}
        </Button>
      )}
    </ConfirmAction>
  );
}
