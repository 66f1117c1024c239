import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { notify } from '../../ui/notify.ts';
import { Problem } from '../../ui/problem.tsx';

/** The address of the account, and whether it is confirmed. */
export function EmailState({ profile }: { readonly profile: Schemas['Profile'] }) {
  const t = useTranslations('accounts.profile');
  const resend = useApiMutation('post', '/api/v1/me/verify-email', {
    onSuccess: () => notify.success(t('resent')),
  });
  return (
    <Stack gap="xs" align="stretch">
      <TextInput label={t('email')} type="email" value={profile.email} readOnly autoComplete="username" />
      {profile.email_verified ? (
        <Group gap={6}>
          <IconCircleCheck size={18} aria-hidden />
          <Text size="sm">{t('verified')}</Text>
        </Group>
      ) : (
        <>
          <Text size="sm">{t('unverified')}</Text>
          <Problem error={resend.error} />
          <div>
            <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate({})}>
              {t('resend')}
            </Button>
          </div>
        </>
      )}
    </Stack>
  );
}
