import { Anchor, Button, Group, NativeSelect, Text, Textarea } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../api/mutation.ts';
import { apiPages } from '../../api/query.ts';
import { CursorList } from '../../ui/cursor-list.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FormDialog } from '../../ui/dialog.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Day } from '../../ui/moment.tsx';
import { notify, useProblemNotice } from '../../ui/notify.ts';
import { Section } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';

type Award = Schemas['AwardLine'];
const states = ['active', 'expired', 'revoked'] as const;
const tones = { active: 'good', expired: 'quiet', revoked: 'bad' } as const;

export function Awards({ badge }: { readonly badge: Schemas['Badge'] }) {
  const t = useTranslations('manageBadges.award');
  const [status, setStatus] = useState<(typeof states)[number]>();
  const awards = useInfiniteQuery(
    apiPages('/api/v1/badges/{id}/awards', { path: { id: badge.id }, query: { ...(status && { status }) } }),
  );
  return (
    <Section
      title={t('title')}
      lead={t('lead')}
      actions={
        <NativeSelect
          aria-label={t('state')}
          value={status ?? ''}
          data={[
            { value: '', label: t('allStates') },
            ...states.map((value) => ({ value, label: t(`states.${value}`) })),
          ]}
          onChange={({ currentTarget }) => setStatus(states.find((one) => one === currentTarget.value))}
        />
      }
    >
      <CursorList query={awards} empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} />}>
        {(rows) => <AwardList awards={rows} />}
      </CursorList>
    </Section>
  );
}

function AwardList({ awards }: { readonly awards: readonly Award[] }) {
  const t = useTranslations('manageBadges');
  const words = useTranslations('common');
  const columns: readonly Column<Award>[] = [
    { key: 'holder', label: t('award.holder'), isTitle: true, render: (award) => <Holder award={award} /> },
    { key: 'when', label: t('award.when'), render: ({ awarded_at }) => <Day at={awarded_at} /> },
    {
      key: 'until',
      label: t('award.until'),
      render: ({ expires_at }) => (expires_at === null ? t('unlimited') : <Day at={expires_at} />),
    },
    { key: 'source', label: t('award.source'), render: ({ source }) => t(`award.sources.${source}`) },
    {
      key: 'state',
      label: t('award.state'),
      render: ({ status }) => <Mark tone={tones[status]}>{t(`award.states.${status}`)}</Mark>,
    },
    {
      key: 'actions',
      label: words('actions'),
      align: 'end',
      render: (award) => <AwardActions award={award} />,
    },
  ];
  return <DataTable label={t('award.label')} columns={columns} rows={awards} rowKey={({ id }) => id} />;
}

function Holder({ award: { user_name, note, revoke_reason, public_url } }: { readonly award: Award }) {
  const t = useTranslations('manageBadges.award');
  return (
    <>
      <strong>{user_name}</strong>{' '}
      <Anchor href={public_url} size="sm" aria-label={t('pageOf', { name: user_name })}>
        {t('page')}
      </Anchor>
      {note !== null && note !== '' && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
      {revoke_reason !== null && revoke_reason !== '' && (
        <Text size="sm">{t('reasonWas', { reason: revoke_reason })}</Text>
      )}
    </>
  );
}

function AwardActions({ award }: { readonly award: Award }) {
  const t = useTranslations('manageBadges.award');
  const showProblem = useProblemNotice();
  const renew = useApiMutation('post', '/api/v1/badges/{id}/awards/{award_id}/renew', {
    invalidates: [['/api/v1/badges/{id}/awards']],
    onSuccess: () => void notify.success(t('renewed')),
  });
  if (award.status === 'revoked') return null;
  const path = { id: award.badge_id, award_id: award.id };
  return (
    <Group gap="xs" justify="flex-end">
      {award.expires_at !== null && (
        <Button
          variant="default"
          loading={renew.isPending}
          aria-label={t('renewOf', { name: award.user_name })}
          onClick={() => renew.mutate({ path }, { onError: showProblem })}
        >
          {t('renew')}
        </Button>
      )}
      <RevokeAward award={award} />
    </Group>
  );
}

function RevokeAward({ award }: { readonly award: Schemas['AwardLine'] }) {
  const t = useTranslations('manageBadges.award');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        aria-label={t('revokeOf', { name: award.user_name })}
        onClick={() => setOpen(true)}
      >
        {t('revoke')}
      </Button>
      {isOpen && <RevokeDialog award={award} close={() => setOpen(false)} />}
    </>
  );
}

function RevokeDialog({
  award,
  close,
}: {
  readonly award: Schemas['AwardLine'];
  readonly close: () => void;
}) {
  const t = useTranslations('manageBadges.award');
  const [reason, setReason] = useState('');
  const revoke = useApiMutation('post', '/api/v1/badges/{id}/awards/{award_id}/revoke', {
    invalidates: [['/api/v1/badges/{id}/awards'], ['/api/v1/badges/{id}'], ['/api/v1/badges']],
    onSuccess: close,
  });
  return (
    <FormDialog
      title={t('revokeTitle')}
      close={close}
      submitLabel={t('revoke')}
      isSending={revoke.isPending}
      error={revoke.error}
      size="md"
      onSubmit={(event) => {
        event.preventDefault();
        revoke.mutate({
          path: { id: award.badge_id, award_id: award.id },
          body: reason.trim() === '' ? {} : { reason: reason.trim() },
        });
      }}
    >
      <Text>{t('revokeText')}</Text>
      <Textarea
        label={t('reason')}
        description={t('reasonHint')}
        autosize
        minRows={2}
        maxLength={1_000}
        data-autofocus
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  );
}
