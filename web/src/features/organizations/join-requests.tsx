import { Button, Group, Text, Textarea } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { changeLater, useDelayedAbout } from '../../api/delayed-changes.ts';
import { useOrganizationId } from '../../api/me.ts';
import { prepareChange, useApiMutation } from '../../api/mutation.ts';
import { apiPages } from '../../api/query.ts';
import ConfirmDialog from '../../ui/confirm-dialog.tsx';
import { CursorList } from '../../ui/cursor-list.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Day } from '../../ui/moment.tsx';
import { notify } from '../../ui/notify.ts';
import { Problem } from '../../ui/problem.tsx';
import { Section } from '../../ui/section.tsx';

type JoinRequest = Schemas['JoinRequest'];

const stale = [
  ['/api/v1/organizations/{id}/join-requests'],
  ['/api/v1/organizations/{id}/members'],
  ['/api/v1/organizations/{id}/setup'],
];

/** People who have asked to join. Not shown while there are none. */
export function JoinRequests() {
  const t = useTranslations('manageOrganizations.members.requests');
  const id = useOrganizationId();
  const delayed = useDelayedAbout();
  const requests = useInfiniteQuery(
    apiPages('/api/v1/organizations/{id}/join-requests', { path: { id }, query: { status: 'open' } }),
  );
  // Not in the row: it goes when someone else decides, and what was typed would go with it.
  const [declined, setDeclined] = useState<JoinRequest>();
  return (
    <>
      {requests.data?.length !== 0 && (
        <Section title={t('title')} lead={t('lead')}>
          <CursorList query={requests} empty={null}>
            {(rows) => (
              <RequestList
                requests={rows.filter((row) => !delayed.has(`join request ${row.id}`))}
                decline={setDeclined}
              />
            )}
          </CursorList>
        </Section>
      )}
      {declined && <Decline request={declined} close={() => setDeclined(undefined)} />}
    </>
  );
}

interface RequestListProps {
  readonly requests: readonly JoinRequest[];
  readonly decline: (request: JoinRequest) => void;
}

function RequestList({ requests, decline }: RequestListProps) {
  const t = useTranslations('manageOrganizations.members');
  const actions = useTranslations('common')('actions');
  const columns: readonly Column<JoinRequest>[] = [
    { key: 'name', label: t('name'), isTitle: true, render: ({ user_name }) => user_name },
    { key: 'email', label: t('email'), render: ({ user_email }) => user_email, isFreeText: true },
    { key: 'message', label: t('requests.message'), render: ({ message }) => message, isFreeText: true },
    { key: 'asked', label: t('requests.asked'), render: ({ created_at }) => <Day at={created_at} /> },
    {
      key: 'decide',
      label: actions,
      align: 'end',
      render: (request) => <Decision request={request} decline={() => decline(request)} />,
    },
  ];
  return <DataTable label={t('requests.title')} columns={columns} rows={requests} rowKey={({ id }) => id} />;
}

interface DecisionProps {
  readonly request: JoinRequest;
  readonly decline: () => void;
}

function Decision({ request, decline }: DecisionProps) {
  const t = useTranslations('manageOrganizations.members.requests');
  const name = request.user_name;
  const path = { id: request.organization_id, request_id: request.id };
  const approve = useApiMutation('post', '/api/v1/organizations/{id}/join-requests/{request_id}/approve', {
    invalidates: stale,
    onSuccess: () => notify.success(t('approved', { name })),
  });
  return (
    <>
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button
          loading={approve.isPending}
          aria-label={t('approveOf', { name })}
          onClick={() => approve.mutate({ path, body: {} })}
        >
          {t('approve')}
        </Button>
        <Button variant="subtle" aria-label={t('declineOf', { name })} onClick={decline}>
          {t('decline')}
        </Button>
      </Group>
      <Problem error={approve.error} />
    </>
  );
}

function Decline({ request, close }: { readonly request: JoinRequest; readonly close: () => void }) {
  const t = useTranslations('manageOrganizations.members.requests');
  const [reason, setReason] = useState('');
  const name = request.user_name;
  const decline = async () => {
    const address = '/api/v1/organizations/{id}/join-requests/{request_id}/decline';
    const path = { id: request.organization_id, request_id: request.id };
    const body = reason.trim() === '' ? {} : { reason };
    changeLater({
      about: [`join request ${request.id}`],
      text: t('declined', { name }),
      requests: [prepareChange('post', address, { path, body })],
      stale,
    });
  };
  return (
    <ConfirmDialog
      title={t('declineTitle', { name })}
      text={
        <>
          <Text mb="sm">{t('declineText')}</Text>
          <Textarea
            label={t('reason')}
            description={t('reasonHint')}
            maxLength={1_000}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </>
      }
      confirmLabel={t('decline')}
      isDangerous
      onConfirm={decline}
      close={close}
    />
  );
}
