import { Anchor, Button, Group, Switch } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconDownload, IconShare } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useApiMutation, useTask } from '../../../api/mutation.ts';
import { apiPages } from '../../../api/query.ts';
import { deviceZone } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import card from '../../../ui/card.module.css';
import { useShare } from '../../../ui/copy.tsx';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { fetchFile, saveFile } from '../../../ui/download.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { BadgePicture } from '../badge-picture.tsx';
import classes from '../badges.module.css';

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
          <ul className={classes['wall']}>
            {awards.map((award) => (
              <AwardCard key={award.id} award={award} />
            ))}
          </ul>
        )}
      </CursorList>
    </Page>
  );
}

type Award = Schemas['MyBadge'];

/** A badge on my wall, with what I can do with it. */
function AwardCard({ award }: { readonly award: Award }) {
  const isActive = award.status === 'active';
  return (
    <li className={`${classes['card']} ${isActive ? '' : classes['past']}`}>
      <BadgePicture badge={award.badge} />
      <div>
        <h2 className={card['title']}>{award.badge.name}</h2>
        <div className={card['dim']}>{award.organization_name}</div>
        <Validity award={award} />
      </div>
      <p>{award.badge.description}</p>
      {isActive && <AwardActions award={award} />}
    </li>
  );
}

function Validity({ award }: { readonly award: Award }) {
  const t = useTranslations('badges.mine');
  const times = useTimes();
  const day = (at: string) => times.format('dayAndYear', at, deviceZone);
  const { status, expires_at: expires } = award;
  if (status === 'revoked') return t('revoked');
  return (
    <>
      <div>{t('awarded', { date: day(award.awarded_at) })}</div>
      {expires !== null && <div>{t(status === 'expired' ? 'expired' : 'until', { date: day(expires) })}</div>}
    </>
  );
}

function AwardActions({ award }: { readonly award: Award }) {
  const t = useTranslations('badges.mine');
  const { name } = award.badge;
  const visibility = useApiMutation('patch', '/api/v1/me/badges/{id}', {
    invalidates: [['/api/v1/me/badges']],
  });
  const download = useTask(async () => {
    const response = await fetchFile(new URL(award.credential_url, location.origin).pathname);
    saveFile(await response.blob(), `open-badge-${award.id}.jwt`);
  });
  const share = useShare();
  return (
    <div className={classes['foot']}>
      <Problem error={visibility.error ?? download.error} />
      <Group gap="xs" justify="center">
        <Button
          variant="default"
          aria-label={t('shareOf', { badge: name })}
          leftSection={<IconShare size={18} aria-hidden />}
          onClick={() => void share({ title: name, url: award.public_url }, t('copied'))}
        >
          {t('share')}
        </Button>
        <Button
          variant="default"
          aria-label={t('downloadOf', { badge: name })}
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('download')}
        </Button>
      </Group>
      <Anchor href={award.public_url} target="_blank" rel="noreferrer" className={classes['page'] ?? ''}>
        {t('page')}
      </Anchor>
      <Switch
        label={t('showName')}
        checked={visibility.isPending ? visibility.variables.body.show_name : award.show_name}
        onChange={({ currentTarget: { checked } }) =>
          visibility.mutate({ path: { id: award.id }, body: { show_name: checked } })
        }
      />
    </div>
  );
}
