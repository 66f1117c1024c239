import { Anchor, Button, Group, Switch } from '@mantine/core';
import { IconDownload, IconShare } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { problemOf } from '../../api/problem.ts';
import { deviceZone } from '../../time/calendar.ts';
import { useTimes } from '../../time/hooks.ts';
import { Problem } from '../../ui/problem.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useCopy } from '../../ui/use-copy.ts';
import { BadgePicture } from './badge-picture.tsx';
import walls from './badges.module.css';

type Award = Schemas['MyBadge'];

/** A badge on my wall, with what I can do with it. */
export function AwardCard({ award }: { readonly award: Award }) {
  const isActive = award.status === 'active';
  return (
    <li className={`${walls['card']} ${isActive ? '' : walls['past']}`}>
      <BadgePicture badge={award.badge} />
      <div>
        <h2 className={walls['title']}>{award.badge.name}</h2>
        <div className={walls['dim']}>{award.organization_name}</div>
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
  const download = useMutation({
    mutationFn: async () => {
      const response = await fetch(new URL(award.credential_url, location.origin).pathname);
      if (!response.ok) throw await problemOf(response);
      saveFile(await response.text(), 'application/vc+jwt', `open-badge-${award.id}.jwt`);
    },
  });
  const copy = useCopy();
  const share = async () => {
    if ('share' in navigator) {
      await navigator.share({ title: name, url: award.public_url }).catch(() => undefined);
      return;
    }
    await copy(award.public_url, t('copied'));
  };
  return (
    <div className={walls['foot']}>
      <Problem error={visibility.error ?? download.error} />
      <Group gap="xs" justify="center">
        <Button
          variant="default"
          aria-label={t('shareOf', { badge: name })}
          leftSection={<IconShare size={18} aria-hidden />}
          onClick={() => void share()}
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
      <Anchor href={award.public_url} target="_blank" rel="noreferrer" className={walls['page'] ?? ''}>
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
