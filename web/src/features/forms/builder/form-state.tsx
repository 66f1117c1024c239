import type { Schemas } from '@muster/client';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../../api/mutation.ts';
import { PublishState } from '../../../ui/publish-state.tsx';

interface FormStateProps {
  readonly form: Schemas['Form'];
  readonly isDirty: boolean;
  readonly changed: () => void;
}

/** Draft, published or archived, and the ways between. */
export function FormState({ form: { id, title: name, status }, isDirty, changed }: FormStateProps) {
  const t = useTranslations('manageForms');
  const invalidates = [['/api/v1/forms/{id}', { path: { id } }], ['/api/v1/forms']];
  const publish = useApiMutation('post', '/api/v1/forms/{id}/publish', { invalidates });
  const archive = useApiMutation('post', '/api/v1/forms/{id}/archive', { invalidates });
  const restore = useApiMutation('post', '/api/v1/forms/{id}/restore', { invalidates });
  const path = { path: { id } };
  return (
    <PublishState
      status={status}
      words={{
        publishTitle: t('publishTitle', { name }),
        publishText: t('publishText'),
        archiveTitle: t('archiveTitle', { name }),
        archiveText: t('archiveText'),
        saveFirst: t('saveFirst'),
      }}
      isDirty={isDirty}
      isRestoring={restore.isPending}
      publish={() => publish.mutateAsync(path).then(changed)}
      archive={() => archive.mutateAsync(path).then(changed)}
      restore={() => restore.mutate(path, { onSuccess: changed })}
    />
  );
}
