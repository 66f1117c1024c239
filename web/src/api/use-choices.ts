import { useQuery } from '@tanstack/react-query';
import { useOrganizationId } from './me.ts';
import { apiQuery } from './query.ts';

export interface Choice {
  readonly value: number;
  readonly label: string;
}

/** What requirements, steps and criteria can name, by kind. Undefined while it loads. */
function useOfOrganization() {
  return { query: { organization_id: useOrganizationId(), limit: 200 } };
}

const choicesOf = (items: readonly { id: number; name: string }[] | undefined): readonly Choice[] =>
  (items ?? []).map(({ id, name }) => ({ value: id, label: name }));

export function usePrograms() {
  return useQuery(apiQuery('/api/v1/programs', useOfOrganization()));
}

export function useProgramChoices(): readonly Choice[] {
  return choicesOf(usePrograms().data?.items);
}

export function useMissionChoices(): readonly Choice[] {
  return choicesOf(useQuery(apiQuery('/api/v1/missions', useOfOrganization())).data?.items);
}

export function useBadgeChoices(): readonly Choice[] {
  return choicesOf(useQuery(apiQuery('/api/v1/badges', useOfOrganization())).data?.items);
}

export function useJourneyChoices(): readonly Choice[] {
  return choicesOf(useQuery(apiQuery('/api/v1/journeys', useOfOrganization())).data?.items);
}

export function useFormChoices(): readonly Choice[] {
  const forms = useQuery(apiQuery('/api/v1/forms', useOfOrganization())).data?.items;
  return choicesOf(forms?.map(({ id, title }) => ({ id, name: title })));
}
