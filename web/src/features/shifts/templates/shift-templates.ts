import { useQuery } from '@tanstack/react-query';
import { useOrganizationId } from '../../../api/me.ts';
import { apiQuery } from '../../../api/query.ts';

export const templatesOf = (id: number) =>
  apiQuery('/api/v1/organizations/{id}/shift-templates', { path: { id } });

export function useTemplates() {
  return useQuery(templatesOf(useOrganizationId()));
}
