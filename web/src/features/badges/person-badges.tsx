import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId, useOrganizationZone } from '../../api/me.ts';
import { apiQuery } from '../../api/query.ts';
import type { Member } from '../../api/use-member.ts';
import { useTimes } from '../../time/hooks.ts';
import { Problem } from '../../ui/problem.tsx';
import classes from '../../ui/rows.module.css';
import { PlainSection } from '../../ui/section.tsx';
import { ListSkeleton } from '../../ui/states.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { useAward } from './award-badge.tsx';

type Awards = NonNullable<Member['badges']>;

/** The badges of a person, and awarding another one. */
export function PersonBadges({ userId, awards }: { readonly userId: number; readonly awards: Awards }) {
  const t = useTranslations('manageBadges.person');
  const times = useTimes();
  const zone = useOrganizationZone();
  const [isChoosing, setChoosing] = useState(false);
  const active = new Set(awards.filter(({ status }) => status === 'active').map(({ badge_id }) => badge_id));
  return (
    <PlainSection
      title={t('badges')}
      actions={
        <Button variant="default" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
          {t('chooseBadge')}
        </Button>
      }
    >
      <Stack>
        {awards.length === 0 ? (
          <p className={classes['quiet']}>{t('noBadges')}</p>
        ) : (
          <ul className={classes['list']}>
            {awards.map((award) => (
              <li key={award.id} className={classes['row']}>
                <strong>{award.badge_name}</strong>
                <span className={classes['quiet']}>
                  {t(`awards.${award.status}`, { day: times.format('dayAndYear', award.awarded_at, zone) })}
                </span>
              </li>
            ))}
          </ul>
        )}
        {isChoosing && <AwardForm userId={userId} active={active} />}
      </Stack>
    </PlainSection>
  );
}

interface AwardFormProps {
  readonly userId: number;
  readonly active: ReadonlySet<number>;
}

function AwardForm({ userId, active }: AwardFormProps) {
  const t = useTranslations('manageBadges.person');
  const organization_id = useOrganizationId();
  const query = useQuery(
    apiQuery('/api/v1/badges', { query: { organization_id, status: 'active', limit: 200 } }),
  );
  const [badge, setBadge] = useState('');
  const [note, setNote] = useState('');
  const award = useAward(() => {
    setBadge('');
    setNote('');
  });
  useUnsaved(note.trim() !== '');
  if (query.data === undefined)
    return query.error === null ? <ListSkeleton rows={1} height={44} /> : <Problem error={query.error} />;
  const badges = query.data.items.filter(({ id }) => !active.has(id));
  if (badges.length === 0) return <p className={classes['quiet']}>{t('noneLeft')}</p>;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        award.mutate({ path: { id: Number(badge) }, body: { user_id: userId, note: note.trim() || null } });
      }}
    >
      <Group align="flex-end">
        <NativeSelect
          label={t('badge')}
          required
          value={badge}
          data={[
            { value: '', label: t('chooseBadge') },
            ...badges.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget }) => setBadge(currentTarget.value)}
        />
        <TextInput
          label={t('note')}
          description={t('noteHint')}
          flex={1}
          miw="12rem"
          maxLength={1_000}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={badge === ''} loading={award.isPending}>
          {t('award')}
        </Button>
      </Group>
      <Problem error={award.error} />
    </form>
  );
}
