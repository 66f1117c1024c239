import { Group } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useIsPerson, useMembership, useOrganizations, useSession } from '../api/me.ts';
import { ButtonLink } from '../ui/links.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../ui/states.tsx';
import type { Needs } from './navigation.ts';

/** Shows a page only to whom it is for, and to others how to get there. The API decides again, always. */
export function Guard({
  needs,
  children,
}: {
  readonly needs: Needs | undefined;
  readonly children: ReactNode;
}) {
  const session = useSession();
  const isPerson = useIsPerson();
  const { memberships, isLoading, error } = useOrganizations();
  const { may } = useMembership();
  if (needs === undefined) return children;
  if (session === 'starting') return <Waiting />;
  if (!isPerson) return <NeedsAccount />;
  if (needs === 'person') return children;
  if (isLoading) return <Waiting />;
  if (error !== null) return <Unknown />;
  if (memberships.length === 0) return <NeedsOrganization />;
  return may(needs) ? children : <Denied />;
}

function Waiting() {
  const t = useTranslations('common.state');
  return (
    <Page title={t('loading')}>
      <ListSkeleton />
    </Page>
  );
}

/** A coordinator whose organizations can't be read has not lost them. */
function Unknown() {
  const t = useTranslations('errors');
  const { error, retry } = useOrganizations();
  return (
    <Page title={t('unknown')} width="narrow">
      <ErrorState error={error} retry={retry} />
    </Page>
  );
}

function NeedsAccount() {
  const t = useTranslations('common.session');
  const next = useLocation({ select: ({ href }) => href });
  return (
    <Page title={t('needsTitle')} width="narrow">
      <EmptyState
        title={t('logIn')}
        text={t('needsText')}
        icon={<IconLock size={40} stroke={1.5} aria-hidden />}
        action={
          <Group justify="center">
            <ButtonLink to="/login" search={{ next }}>
              {t('logIn')}
            </ButtonLink>
            <ButtonLink to="/signup" search={{ next }} variant="default">
              {t('createAccount')}
            </ButtonLink>
          </Group>
        }
      />
    </Page>
  );
}

function NeedsOrganization() {
  const t = useTranslations('common');
  return (
    <Page title={t('session.noOrganizationTitle')} width="narrow">
      <EmptyState
        title={t('organization.choose')}
        text={t('session.noOrganizationText')}
        action={
          <Group justify="center">
            <ButtonLink to="/">{t('action.toBoard')}</ButtonLink>
            <ButtonLink to="/me/settings" variant="default">
              {t('session.createOrganization')}
            </ButtonLink>
          </Group>
        }
      />
    </Page>
  );
}

function Denied() {
  const t = useTranslations('common');
  const { organization } = useMembership();
  if (organization === undefined) return null;
  const role = t(`roles.${organization.role}`);
  return (
    <Page title={t('session.deniedTitle')} width="narrow">
      <EmptyState
        title={organization.name}
        text={t('session.deniedText', { organization: organization.name, role })}
        icon={<IconLock size={40} stroke={1.5} aria-hidden />}
        action={<ButtonLink to="/">{t('action.toBoard')}</ButtonLink>}
      />
    </Page>
  );
}
