import { Badge as Tag } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useIsPerson, useMembership, useOrganizations } from '../../../api/me.ts';
import { apiPages, apiQuery } from '../../../api/query.ts';
import card from '../../../ui/card.module.css';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { BadgePicture } from '../badge-picture.tsx';
import classes from '../badges.module.css';
import { useCriteriaText } from '../criteria-text.ts';
import { Leaderboard } from '../leaderboard.tsx';

export function BadgesPage() {
  const t = useTranslations('badges');
  const { organization } = useMembership();
  const badges = useInfiniteQuery({
    ...apiPages('/api/v1/badges', {
      query: { status: 'active', ...(organization !== undefined && { organization_id: organization.id }) },
    }),
    // Those of all organizations first would be another list.
    enabled: !useOrganizations().isLoading,
  });
  const mine = useQuery({
    ...apiQuery('/api/v1/me/badges', { query: { status: 'active', limit: 200 } }),
    enabled: useIsPerson(),
  });
  const mineIds = new Set(mine.data?.items.map(({ badge_id }) => badge_id));
  return (
    <Page title={t('title.list')} lead={t('public.lead')} width="wide">
      <CursorList
        query={badges}
        empty={<EmptyState title={t('public.empty')} text={t('public.emptyText')} />}
      >
        {(items) => (
          <ul className={classes['wall']}>
            {items.map((badge) => (
              <BadgeCard key={badge.id} badge={badge} isMine={mineIds.has(badge.id)} />
            ))}
          </ul>
        )}
      </CursorList>
      {organization !== undefined && <Leaderboard organizationId={organization.id} />}
    </Page>
  );
}

function BadgeCard({ badge, isMine }: { readonly badge: Schemas['Badge']; readonly isMine: boolean }) {
  const t = useTranslations('badges.public');
  const criteriaText = useCriteriaText('badges.public.by');
  return (
    <li className={classes['card']}>
      <BadgePicture badge={badge} />
      <h2 className={card['title']}>
        <TextLink to="/badges/$id" params={{ id: String(badge.id) }} inherit>
          {badge.name}
        </TextLink>
      </h2>
      <p>{badge.description}</p>
      <div className={`${classes['foot']} ${card['dim']}`}>
        {criteriaText(badge.criteria)}
        {isMine && (
          <Tag color="pine" variant="light" tt="none" size="lg">
            {t('held')}
          </Tag>
        )}
      </div>
    </li>
  );
}
