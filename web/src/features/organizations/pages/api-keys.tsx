import { Anchor, Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../../api/me.ts';
import { apiPages } from '../../../api/query.ts';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { Page } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { CreateKey } from '../create-key.tsx';
import { KeyList } from '../key-list.tsx';

export function ApiKeysPage() {
  const t = useTranslations('manageOrganizations');
  const id = useOrganizationId();
  const [isCreating, setCreating] = useState(false);
  const [key, setKey] = useState<string>();
  const keys = useInfiniteQuery(apiPages('/api/v1/organizations/{id}/api-keys', { path: { id } }));
  return (
    <Page
      title={t('title.apiKeys')}
      lead={t('keys.lead')}
      width="wide"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setCreating(true)}>
          {t('keys.create')}
        </Button>
      }
    >
      <Section title={t('keys.label')} actions={<Anchor href="/docs">{t('keys.docs')}</Anchor>}>
        <CursorList
          query={keys}
          empty={
            <EmptyState
              title={t('keys.emptyTitle')}
              text={t('keys.emptyText')}
              icon={<IconKey size={40} stroke={1.5} aria-hidden />}
            />
          }
        >
          {(rows) => <KeyList keys={rows} showKey={setKey} />}
        </CursorList>
      </Section>
      {isCreating && (
        <CreateKey
          close={() => setCreating(false)}
          created={(made) => {
            setCreating(false);
            setKey(made);
          }}
        />
      )}
      {key !== undefined && (
        <ShownOnce
          title={t('keys.onceTitle')}
          label={t('keys.onceLabel')}
          text={key}
          warning={t('keys.onceWarning')}
          close={() => setKey(undefined)}
        />
      )}
    </Page>
  );
}
