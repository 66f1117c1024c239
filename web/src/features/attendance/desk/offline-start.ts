import { apiQuery, queryClient } from '../../../api/query.ts';
import { onForget, session } from '../../../api/session.ts';

/**
 * The desk must open where there is no network: who works here and for whom comes from the device until the service
 * answers. And when someone logs out, nothing about people stays on it.
 */
export function prepareDesk(): void {
  onForget(() => import('./store.ts').then(({ forgetPeople }) => forgetPeople()));
  if (location.pathname.startsWith('/desk')) void recallCrew();
}

async function recallCrew(): Promise<void> {
  const { readCrew } = await import('./store.ts');
  const crew = await readCrew().catch(() => undefined);
  if (crew === undefined || session.state() === 'visitor') return;
  // As old as can be: it is requested again as soon as there is someone to ask.
  const recall = (queryKey: readonly unknown[], data: unknown) => {
    if (queryClient.getQueryData(queryKey) === undefined)
      queryClient.setQueryData(queryKey, data, { updatedAt: 1 });
  };
  recall(apiQuery('/api/v1/me').queryKey, crew.me);
  recall(apiQuery('/api/v1/organizations', { query: { limit: 200 } }).queryKey, crew.organizations);
}
