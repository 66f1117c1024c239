import { Button, Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../api/mutation.ts';
import { ConfirmAction } from './lazy-dialog.tsx';
import { Mark } from './mark.tsx';

const tones = { draft: 'attention', published: 'good', archived: 'quiet' } as const;
type Status = keyof typeof tones;

/** Whether others see it. */
export function PublishedMark({ status }: { readonly status: Status }) {
  const t = useTranslations('common.status');
  return <Mark tone={tones[status]}>{t(status)}</Mark>;
}

interface PublishStateProps {
  readonly path: '/api/v1/forms/{id}' | '/api/v1/journeys/{id}';
  readonly id: number;
  readonly status: Status;
  readonly words: Readonly<
    Record<'publishTitle' | 'publishText' | 'archiveTitle' | 'archiveText' | 'saveFirst', string>
  >;
  readonly isDirty: boolean;
  /** The version of the open form is out of date now. */
  readonly changed: () => void;
}

/** Publishes, archives and restores. */
export function PublishState({ path, id, status, words, isDirty, changed }: PublishStateProps) {
  const t = useTranslations('common.action');
  const options = { invalidates: [[path, { path: { id } }], [path.replace('/{id}', '')]] };
  const publish = useApiMutation('post', `${path}/publish`, options);
  const archive = useApiMutation('post', `${path}/archive`, options);
  const restore = useApiMutation('post', `${path}/restore`, options);
  const change = { path: { id } };
  if (status === 'archived') {
    return (
      <Button
        variant="default"
        loading={restore.isPending}
        onClick={() => restore.mutate(change, { onSuccess: changed })}
      >
        {t('restore')}
      </Button>
    );
  }
  return (
    <Group>
      {status === 'draft' && (
        <ConfirmAction
          title={words.publishTitle}
          text={words.publishText}
          confirmLabel={t('publish')}
          onConfirm={() => publish.mutateAsync(change).then(changed)}
        >
          {(ask) => (
            <Button variant="default" onClick={ask} disabled={isDirty}>
              {t('publish')}
            </Button>
          )}
        </ConfirmAction>
      )}
      <ConfirmAction
        title={words.archiveTitle}
        text={words.archiveText}
        confirmLabel={t('archive')}
        onConfirm={() => archive.mutateAsync(change).then(changed)}
      >
        {(ask) => (
          <Button variant="subtle" onClick={ask} disabled={isDirty}>
            {t('archive')}
          </Button>
        )}
      </ConfirmAction>
      {isDirty && (
        <Text size="sm" c="dimmed">
          {words.saveFirst}
        </Text>
      )}
    </Group>
  );
}
