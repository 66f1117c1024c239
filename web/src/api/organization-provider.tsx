import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { readStored, writeStored } from '../browser/storage.ts';
import { OrganizationContext, useIsPerson, useSession } from './me.ts';
import { apiQuery } from './query.ts';

const storageKey = 'muster.organization';

export const organizationsQuery = ['/api/v1/organizations', { query: { limit: 200 } }] as const;

/** The one chosen last on this device, else the first. */
export function chosenOrganization<Item extends { readonly id: number }>(
  items: readonly Item[],
  chosen = Number(readStored(storageKey)),
): Item | undefined {
  return items.find(({ id }) => id === chosen) ?? items[0];
}

/** Which organization the screens are about: the one chosen last on this device, else the first. */
export function OrganizationProvider({ children }: { readonly children: ReactNode }) {
  const isPerson = useIsPerson();
  // Until it is known who is here, what the screens are about isn't known either.
  const isStarting = useSession() === 'starting';
  const query = useQuery({
    ...apiQuery(...organizationsQuery),
    enabled: isPerson,
  });
  const [chosen, setChosen] = useState(() => Number(readStored(storageKey)));
  const error = isPerson && query.data === undefined ? query.error : null;
  const { refetch } = query;
  const items = isPerson ? query.data?.items : undefined;
  const choice = useMemo(() => {
    const memberships = items ?? [];
    return {
      memberships,
      current: chosenOrganization(memberships, chosen),
      isLoading: isStarting || (isPerson && query.isPending),
      error,
      retry: () => void refetch(),
      choose(organizationId: number) {
        writeStored(storageKey, String(organizationId));
        setChosen(organizationId);
      },
    };
  }, [items, chosen, isStarting, isPerson, query.isPending, error, refetch]);
  return <OrganizationContext value={choice}>{children}</OrganizationContext>;
}
