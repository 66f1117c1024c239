import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { OrganizationContext, useIsPerson } from '../api/me.ts';
import { apiQuery } from '../api/query.ts';
import { readStored, writeStored } from '../api/storage.ts';

const storageKey = 'muster.organization';

/** Which organization the screens are about: the one chosen last on this device, else the first. */
export function OrganizationProvider({ children }: { readonly children: ReactNode }) {
  const isPerson = useIsPerson();
  const query = useQuery({
    ...apiQuery('/api/v1/organizations', { query: { limit: 200 } }),
    enabled: isPerson,
  });
  const [chosen, setChosen] = useState(() => Number(readStored(storageKey)));
  const items = isPerson ? query.data?.items : undefined;
  const choice = useMemo(() => {
    const memberships = items ?? [];
    return {
      memberships,
      current: memberships.find(({ id }) => id === chosen) ?? memberships[0],
      isLoading: isPerson && query.isPending,
      choose(organizationId: number) {
        writeStored(storageKey, String(organizationId));
        setChosen(organizationId);
      },
    };
  }, [items, chosen, isPerson, query.isPending]);
  return <OrganizationContext value={choice}>{children}</OrganizationContext>;
}
