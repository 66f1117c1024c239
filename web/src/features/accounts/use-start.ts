import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { chosenOrganization, organizationsQuery } from '../../api/organization-provider.tsx';
import { apiQuery } from '../../api/query.ts';
import { isSafe, startFor } from '../../ui/next.ts';

/** Goes to where the person wanted to be, else to the start page of their role. */
export function useStart(next: string | undefined): () => Promise<void> {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    const to = isSafe(next) ? next : await startOf();
    await navigate({ to, replace: true, ignoreBlocker: true });
  };
  async function startOf(): Promise<string> {
    try {
      const { items } = await cache.fetchQuery(apiQuery(...organizationsQuery));
      return startFor(chosenOrganization(items)?.role);
    } catch {
      // The board is a good place as well.
      return '/';
    }
  }
}
