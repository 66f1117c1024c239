import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { useFreshness } from './live.ts';
import { useIsPerson } from './me.ts';
import { apiQuery, queryClient } from './query.ts';
import { onToken } from './session.ts';

const waiting = apiQuery('/api/v1/me/waiting');
const nothing: Schemas['Waiting'] = { notifications: 0, asks: 0, swaps: 0, hour_reports: 0 };

/** The counts come with the access token, so that a page needn't request them first. */
export function receiveWaiting(): void {
  onToken((answer) => {
    if (answer.waiting !== undefined) queryClient.setQueryData(waiting.queryKey, answer.waiting);
  });
}

/** How much waits for the person. What there is none of isn't requested. */
export function useWaiting(): Schemas['Waiting'] {
  return useQuery({ ...waiting, enabled: useIsPerson(), ...useFreshness() }).data ?? nothing;
}
