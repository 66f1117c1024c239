import { Button, Stack } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { OpenByAddress } from '../../../ui/open-by-address.tsx';
import { Page } from '../../../ui/page.tsx';
import { PlainSection } from '../../../ui/section.tsx';
import { MessageHistory } from '../message-history.tsx';
import { Templates } from '../templates.tsx';
import { Write } from '../write.ts';

/** Everything that was written to people, and templates for the next time. */
export function MessagesPage() {
  const t = useTranslations('manageNotifications');
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <Write title={t('new')}>
          {(open) => (
            <>
              <OpenByAddress name="write" open={open} />
              <Button leftSection={<IconMail size={18} aria-hidden />} onClick={open}>
                {t('new')}
              </Button>
            </>
          )}
        </Write>
      }
    >
      <Stack gap="xl">
        <PlainSection title={t('history.title')}>
          <MessageHistory />
        </PlainSection>
        <Templates />
      </Stack>
    </Page>
  );
}
