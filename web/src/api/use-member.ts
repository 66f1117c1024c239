import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { useOrganizationId } from './me.ts';
import { apiQuery } from './query.ts';

export type Member = Schemas['MemberFile'];

/** What changes of a member make old. */
export const memberKey = ['/api/v1/organizations/{id}/members/{user_id}'] as const;

/** One member with everything that coordinators see, in one request. */
export function useMember(userId: number) {
  const path = { id: useOrganizationId(), user_id: userId };
  return useQuery(apiQuery('/api/v1/organizations/{id}/members/{user_id}', { path }));
}
