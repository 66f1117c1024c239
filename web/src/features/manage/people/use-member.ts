import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOrganizationId } from '../../../api/me.ts';
import { apiPages } from '../../../api/query.ts';

/** One member. The service lists members only, so the list is read until they come. */
export function useMember(userId: number) {
  const id = useOrganizationId();
  const members = useInfiniteQuery(
    apiPages('/api/v1/organizations/{id}/members', { path: { id }, query: { limit: 200 } }),
  );
  const member = members.data?.find(({ user_id }) => user_id === userId);
  const { hasNextPage, isFetching, isError, fetchNextPage } = members;
  const isLooking = member === undefined && hasNextPage && !isError;
  useEffect(() => {
    if (isLooking && !isFetching) void fetchNextPage();
  }, [isLooking, isFetching, fetchNextPage]);
  return { member, isLooking: members.isPending || isLooking, error: members.error };
}
