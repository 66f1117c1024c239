import { Button, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconAward, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../../api/mutation.ts';
import { apiQuery } from '../../../api/query.ts';
import { ConfirmAction } from '../../../ui/lazy-dialog.tsx';
import { Mark } from '../../../ui/mark.tsx';
import { Page } from '../../../ui/page.tsx';
import { Facts, Section } from '../../../ui/section.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { AwardBadge } from '../award-badge.tsx';
import { Awards } from '../awards.tsx';
import { ChangeBadge } from '../badge-form.tsx';
import { BadgePicture } from '../badge-picture.tsx';
import { useCriteriaText } from '../criteria-text.ts';
import classes from '../manage-badges.module.css';

type Badge = Schemas['Badge'];
const route = getRouteApi('/manage/badges/$id');

export function ManageBadgePage() {
  const t = useTranslations('manageBadges');
  const id = Number(route.useParams().id);
  const query = useQuery(apiQuery('/api/v1/badges/{id}', { path: { id } }));
  return (
    <Page
      title={query.data?.name ?? t('title.badge')}
      width="wide"
      actions={query.data && <Actions badge={query.data} />}
    >
      <Loaded query={query}>
        {(badge) => (
          <>
            <About badge={badge} />
            <Awards badge={badge} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Actions({ badge }: { readonly badge: Badge }) {
  const t = useTranslations('manageBadges');
  const words = useTranslations('common.action');
  const [open, setOpen] = useState<'award' | 'change'>();
  const close = () => setOpen(undefined);
  return (
    <>
      {badge.status === 'active' && (
        <Button leftSection={<IconAward size={18} aria-hidden />} onClick={() => setOpen('award')}>
          {t('award.do')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={() => setOpen('change')}
      >
        {words('edit')}
      </Button>
      <BadgeArchive badge={badge} />
      {open === 'award' && <AwardBadge badge={badge} close={close} />}
      {open === 'change' && <ChangeBadge badge={badge} close={close} />}
    </>
  );
}

function About({ badge }: { readonly badge: Badge }) {
  const t = useTranslations('manageBadges');
  const state = useTranslations('common.status');
  const criteriaText = useCriteriaText('manageBadges.says');
  const { criteria, expires_after_days: days } = badge;
  return (
    <Section
      title={t('about')}
      actions={<Mark tone={badge.status === 'active' ? 'good' : 'quiet'}>{state(badge.status)}</Mark>}
    >
      <div className={classes['about']}>
        <BadgePicture badge={badge} isLarge />
        <div>
          <Text mb="sm">{badge.description}</Text>
          <Facts
            facts={[
              [t('how'), criteriaText(criteria)],
              ...(criteria.narrative ? [[t('narrative'), criteria.narrative] as const] : []),
              [t('lasts'), days === null ? t('unlimited') : t('expiresAfter', { count: days })],
            ]}
          />
        </div>
      </div>
    </Section>
  );
}

function BadgeArchive({ badge: { id, name, status } }: { readonly badge: Schemas['Badge'] }) {
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
