import { Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../../api/me.ts';
import { apiPages } from '../../../api/query.ts';
import { TextLink } from '../../../ui/links.tsx';
import { ResourcePage, useArchived } from '../../../ui/resource-page.tsx';
import { CreateBadge } from '../badge-form.tsx';
import { BadgePicture } from '../badge-picture.tsx';
import { useCriteriaText } from '../criteria-text.ts';
import classes from '../manage-badges.module.css';

const route = getRouteApi('/manage/badges');

export function ManageBadgesPage() {
  const t = useTranslations('manageBadges');
  const organizationId = useOrganizationId();
  const archived = useArchived();
  const navigate = route.useNavigate();
  const badges = useInfiniteQuery(
    apiPages('/api/v1/badges', {
      query: { organization_id: organizationId, status: archived ? 'archived' : 'active' },
    }),
  );
  const opened = (id: number) =>
    void navigate({ to: '/manage/badges/$id', params: { id: String(id) }, ignoreBlocker: true });
  return (
    <ResourcePage
      title={t('title.list')}
      t={t}
      archivedEmpty={t('archivedEmpty')}
      query={badges}
      create={(close) => <CreateBadge close={close} created={opened} />}
    >
      {(rows) => (
        <ul className={classes['grid']}>
          {rows.map((badge) => (
            <BadgeCard key={badge.id} badge={badge} />
          ))}
        </ul>
      )}
    </ResourcePage>
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
