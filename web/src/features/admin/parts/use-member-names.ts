import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useOrganizationId } from '../../../api/me.ts';
import { apiQuery } from '../../../api/query.ts';

/** Names by the ids of people, for lists that know ids only. Of very large organizations the first ones are known. */
export function useMemberNames(): ReadonlyMap<number, string> {
  const id = useOrganizationId();
  const members = useQuery(
    apiQuery('/api/v1/organizations/{id}/members', { path: { id }, query: { limit: 200 } }),
  );
  return useMemo(
    () => new Map((members.data?.items ?? []).map(({ user_id, name }) => [user_id, name])),
    [members.data],
  );
}
