import { Button, Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
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
  readonly status: Status;
  readonly words: Readonly<
    Record<'publishTitle' | 'publishText' | 'archiveTitle' | 'archiveText' | 'saveFirst', string>
  >;
  readonly isDirty: boolean;
  readonly isRestoring: boolean;
  readonly publish: () => Promise<unknown>;
  readonly archive: () => Promise<unknown>;
  readonly restore: () => void;
}

/** Draft, published or archived, and the ways between. */
export function PublishState(props: PublishStateProps) {
  const { status, words, isDirty, isRestoring, publish, archive, restore } = props;
  const t = useTranslations('common.action');
  if (status === 'archived') {
    return (
      <Button variant="default" loading={isRestoring} onClick={restore}>
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
          onConfirm={publish}
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
        onConfirm={archive}
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
