import { Badge, ColorSwatch } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { useOrganizationId } from '../../api/me.ts';
import { apiQuery } from '../../api/query.ts';

export type Tag = Schemas['Tag'];

export const tagKeys = [
  ['/api/v1/organizations/{id}/tags'],
  ['/api/v1/organizations/{id}/people'],
  ['/api/v1/organizations/{id}/members/{user_id}'],
] as const;

export function useTags() {
  return useQuery(apiQuery('/api/v1/organizations/{id}/tags', { path: { id: useOrganizationId() } }));
}

/** The name says what it is; the color only helps to find it. */
export function TagBadge({ tag: { name, color } }: { readonly tag: Tag }) {
  return (
    <Badge
      variant="default"
      tt="none"
      fw={500}
      size="lg"
      leftSection={color !== null && <TagColor color={color} />}
    >
      {name}
    </Badge>
  );
}

function TagColor({ color }: { readonly color: NonNullable<Tag['color']> }) {
  return (
    <ColorSwatch
      component="span"
      display="inline-block"
      size={10}
      color={`var(--mantine-color-${color}-6)`}
      withShadow={false}
    />
  );
}
