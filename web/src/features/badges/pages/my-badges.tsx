import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { apiPages } from '../../../api/query.ts';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { AwardCard } from '../award-card.tsx';
import walls from '../badges.module.css';

export function MyBadgesPage() {
  const t = useTranslations('badges');
  const badges = useInfiniteQuery(apiPages('/api/v1/me/badges'));
  const all = (
    <ButtonLink to="/badges" variant="default">
      {t('mine.all')}
    </ButtonLink>
  );
  return (
    <Page title={t('title.mine')} lead={t('mine.lead')} width="wide" actions={all}>
      <CursorList
        query={badges}
        empty={<EmptyState title={t('mine.empty')} text={t('mine.emptyText')} action={all} />}
      >
        {(awards) => (
          <ul className={walls['wall']}>
            {awards.map((award) => (
              <AwardCard key={award.id} award={award} />
            ))}
          </ul>
        )}
      </CursorList>
    </Page>
  );
}
