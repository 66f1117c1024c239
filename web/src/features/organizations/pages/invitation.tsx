import { Button, Group, Stack } from '@mantine/core';
import { IconCheck, IconMailOpened } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useIsPerson } from '../../../api/me.ts';
import { useApiMutation } from '../../../api/mutation.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { EmptyState } from '../../../ui/states.tsx';

const route = getRouteApi('/invitation');

export function InvitationPage() {
  const t = useTranslations('organizations');
  const common = useTranslations('common');
  const { token } = route.useSearch();
  const isPerson = useIsPerson();
  const accept = useApiMutation('post', '/api/v1/invitations/accept', {
    invalidates: [['/api/v1/organizations'], ['/api/v1/shifts']],
  });
  if (token === undefined) {
    return (
      <Page title={t('invitation.title')} width="narrow">
        <EmptyState title={t('invitation.noTokenTitle')} text={t('invitation.noToken')} />
      </Page>
    );
  }
  if (accept.isSuccess) {
    return (
      <Page title={t('invitation.doneTitle')} width="narrow">
        <EmptyState
          title={t('invitation.doneTitle')}
          text={t('invitation.doneText')}
          icon={<IconCheck size={40} aria-hidden />}
          action={<ButtonLink to="/">{common('action.toBoard')}</ButtonLink>}
        />
      </Page>
    );
  }
  return (
    <Page title={t('invitation.title')} width="narrow">
      <Stack>
        <EmptyState
          title={t('invitation.accept')}
          text={t('invitation.lead')}
          icon={<IconMailOpened size={40} stroke={1.5} aria-hidden />}
          action={
            isPerson ? (
              <Button loading={accept.isPending} onClick={() => accept.mutate({ body: { token } })}>
                {t('invitation.accept')}
              </Button>
            ) : (
              <Group justify="center">
                <ButtonLink to="/signup" search={{ invitation: token }}>
                  {t('invitation.signUpFirst')}
                </ButtonLink>
                <ButtonLink to="/login" search={{ next: `/invitation?token=${token}` }} variant="default">
                  {t('invitation.logInFirst')}
                </ButtonLink>
              </Group>
            )
          }
        />
        <Problem error={accept.error} />
      </Stack>
    </Page>
  );
}
