import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { PlainSection } from '../../ui/section.tsx';
import { MessageHistory } from './message-history.tsx';
import { Write } from './write.ts';

/** What was written to a person, and a way to write to them. */
export function PersonMessages({ userId, name }: { readonly userId: number; readonly name: string }) {
  const t = useTranslations('manageNotifications');
  return (
    <PlainSection
      title={t('history.title')}
      actions={
        <Write target={{ user_ids: [userId] }} title={t('write.titleTo', { name })}>
          {(open) => (
            <Button variant="default" leftSection={<IconMail size={18} aria-hidden />} onClick={open}>
              {t('new')}
            </Button>
          )}
        </Write>
      }
    >
      <MessageHistory filter={{ user_id: userId }} />
    </PlainSection>
  );
}
