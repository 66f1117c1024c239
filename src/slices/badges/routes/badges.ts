import { type Route, route } from '#platform/http/route.ts';
import { PathId } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { changeBadge, createBadge, moveBadge } from '../commands/manage-badges.ts';
import { readBadge, readBadges, readImage, readPicture } from '../reads/badges.ts';
import { picturesOf } from '../reads/fetch-picture.ts';
import { Badge, BadgeAnswer, BadgeChange, BadgeCreate, BadgePage, BadgeQuery } from '../schema/badges.ts';

const read = { tag: 'Badges', access: 'anyone' } as const;
const manage = { tag: 'Badges', access: 'authenticated', permission: 'badges.manage' } as const;

export function badgeRoutes(platform: Platform): Route[] {
  const pictures = picturesOf(platform);
  return [
    route({
      ...read,
      method: 'GET',
      path: '/badges',
      operationId: 'listBadges',
      summary: 'Badges',
      query: BadgeQuery,
      response: BadgePage,
      refuses: ['forbidden', 'not_found', 'organization_required'],
      handle: (call, { query }) => readBadges(platform, call, query),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/badges/{id}',
      operationId: 'readBadge',
      summary: 'A badge',
      params: PathId,
      response: Badge,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params }) => readBadge(platform, call, params.id),
    }),
    route({
      tag: 'Badges',
      access: 'open',
      method: 'GET',
      path: '/badges/{id}/image.svg',
      operationId: 'drawBadge',
      summary: 'The picture of a badge that was given none',
      params: PathId,
      responseType: 'image/svg+xml',
      refuses: ['not_found'],
      handle: (_call, { params }) => readImage(platform, params.id),
    }),
    route({
      tag: 'Badges',
      access: 'open',
      method: 'GET',
      path: '/badges/{id}/picture',
      operationId: 'readBadgePicture',
      summary: 'The picture of a badge',
      description:
        'The picture at the `image_url` that was given, fetched by Muster over https and kept for an hour: PNG, JPEG, GIF, WebP, AVIF or SVG of at most 1 MB. A redirect is not followed. Without such a picture the one that is drawn from the name.',
      params: PathId,
      responseType: 'image/*',
      refuses: ['not_found'],
      handle: (_call, { params }) => readPicture(platform, pictures, params.id),
    }),
    route({
      ...manage,
      method: 'POST',
      path: '/badges',
      operationId: 'createBadge',
      summary: 'Create a badge',
      description:
        'With criteria other than `manual`, everybody who meets them gets it a moment later, and from then on whoever gets there.',
      body: BadgeCreate,
      response: Badge,
      refuses: ['forbidden', 'organization_required'],
      handle: (call, { body }) => createBadge(platform, call, body),
    }),
    route({
      ...manage,
      method: 'PATCH',
      path: '/badges/{id}',
      operationId: 'changeBadge',
      summary: 'Change a badge',
      params: PathId,
      body: BadgeChange,
      response: Badge,
      refuses: ['forbidden', 'not_found', 'precondition_failed'],
      handle: (call, { params, body }) => changeBadge(platform, call, params.id, body),
    }),
    ...moveRoutes(platform),
  ];
}

function moveRoutes(platform: Platform): Route[] {
  const summaries = { archive: 'Archive a badge', restore: 'Bring a badge back' } as const;
  return (['archive', 'restore'] as const).map((move) =>
    route({
      ...manage,
      method: 'POST',
      path: `/badges/{id}/${move}`,
      operationId: `${move}Badge`,
      summary: summaries[move],
      params: PathId,
      response: BadgeAnswer,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params }) => moveBadge(platform, call, params.id, move),
    }),
  );
}
