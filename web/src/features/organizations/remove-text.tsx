import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { type Role, useOrganizationId } from '../../api/me.ts';
import { apiQuery } from '../../api/query.ts';

const mostCounted = 100;

/** What ends when a member is removed. Mounted with the dialog, so the number is fresh. */
export function RemoveText({ userId, role }: { readonly userId: number; readonly role: Role }) {
  const t = useTranslations('manageOrganizations.members');
  const id = useOrganizationId();
  const upcoming = useQuery(
    apiQuery('/api/v1/organizations/{id}/members/{user_id}/registrations', {
      path: { id, user_id: userId },
      query: { when: 'upcoming', limit: mostCounted },
    }),
  );
  const isAdmin = role === 'admin' || role === 'owner';
  return (
    <Stack gap="xs">
      {upcoming.data && (
        <Text fw={600}>
          {upcoming.data.next_cursor === null
            ? t('removeShifts', { count: upcoming.data.items.length })
            : t('removeManyShifts', { count: mostCounted })}
        </Text>
      )}
      <Text>{t('removeText')}</Text>
      {isAdmin && <Text>{t('removeAccess')}</Text>}
    </Stack>
  );
}
