import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useMembership, useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import { Problem } from '../../ui/problem.tsx';

/** What is left to set up; only admins may know, for others it stays undefined. */
export const useSetup = () => useSetupQuery().data;

/** What is left is shown above the rest of a page, which would move when it comes. */
export const useIsSetupLoading = () => useSetupQuery().isLoading;

function useSetupQuery() {
  const id = useOrganizationId();
  const { may } = useMembership();
  const query = apiQuery('/api/v1/organizations/{id}/setup', { path: { id } });
  return useQuery({ ...query, enabled: may('admin') });
}

/** While mail goes nowhere, nothing that the app promises to send arrives. */
export function MailWarning() {
  const t = useTranslations('operations.mail');
  if (useSetup()?.mail !== 'none') return null;
  return (
    <Alert color="clay" icon={<IconMailOff aria-hidden />} title={t('noneTitle')} mb="lg">
      {t('noneText')}
    </Alert>
  );
}

/** Sends a mail to oneself and says what the mail server answered. */
export function TestMail() {
  const t = useTranslations('operations.mail');
  const id = useOrganizationId();
  const test = useApiMutation('post', '/api/v1/organizations/{id}/test-mail');
  return (
    <Stack align="flex-start">
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate({ path: { id } })}>
        {t('test')}
      </Button>
      <div role="status">
        {test.data !== undefined && (
          <Text>{t(`result.${test.data.status}`, { to: test.data.to, error: test.data.error ?? '' })}</Text>
        )}
      </div>
      <Problem error={test.error} />
    </Stack>
  );
}
