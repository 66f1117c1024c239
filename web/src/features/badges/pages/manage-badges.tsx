import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../../api/client.ts';
import { useOrganizationId } from '../../../api/me.ts';
import { apiPages } from '../../../api/query.ts';
import { ArchivedSwitch } from '../../../ui/archived-switch.tsx';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { CreateBadge } from '../badge-form.tsx';
import { BadgePicture } from '../badge-picture.tsx';
import { useCriteriaText } from '../criteria-text.ts';
import classes from '../manage-badges.module.css';

const route = getRouteApi('/manage/badges');

export function ManageBadgesPage() {
  const t = useTranslations('manageBadges');
  const organizationId = useOrganizationId();
  const { archived = false } = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setCreating] = useState(false);
  const badges = useInfiniteQuery(
    apiPages('/api/v1/badges', {
      query: { organization_id: organizationId, status: archived ? 'archived' : 'active' },
    }),
  );
  return (
    <Page
      title={t('title.list')}
      lead={t('lead')}
      width="wide"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setCreating(true)}>
          {t('create')}
        </Button>
      }
    >
      <div className={classes['switch']}>
        <ArchivedSwitch
          checked={archived}
          onChange={(next) => void navigate({ search: next ? { archived: true } : {}, replace: true })}
        />
      </div>
      <CursorList
        query={badges}
        empty={
          archived ? (
            <EmptyState title={t('archivedEmpty')} />
          ) : (
            <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
          )
        }
      >
        {(rows) => (
          <ul className={classes['grid']}>
            {rows.map((badge) => (
              <BadgeCard key={badge.id} badge={badge} />
            ))}
          </ul>
        )}
      </CursorList>
      {isCreating && (
        <CreateBadge
          close={() => setCreating(false)}
          created={(id) =>
            void navigate({ to: '/manage/badges/$id', params: { id: String(id) }, ignoreBlocker: true })
          }
        />
      )}
    </Page>
  );
}

function BadgeCard({ badge }: { readonly badge: Schemas['Badge'] }) {
  const t = useTranslations('manageBadges');
  const criteriaText = useCriteriaText('manageBadges.says');
  return (
    <li className={classes['card']}>
      <BadgePicture badge={badge} />
      <div>
        <h2 className={classes['name']}>
          <TextLink
            to="/manage/badges/$id"
            params={{ id: String(badge.id) }}
            className={classes['link'] ?? ''}
          >
            {badge.name}
          </TextLink>
        </h2>
        <Text size="sm">{criteriaText(badge.criteria)}</Text>
        <Text size="sm" c="dimmed">
          {t('holders', { count: badge.award_count })}
        </Text>
      </div>
    </li>
  );
}
