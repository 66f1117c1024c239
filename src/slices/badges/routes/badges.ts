import { type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { changeBadge, createBadge } from '../commands/manage-badges.ts';
import { managedBadges } from '../managed.ts';
import { readBadges, readImage, readPicture } from '../reads/badges.ts';
import { picturesOf } from '../reads/fetch-picture.ts';
import { Badge, BadgeAnswer, BadgeChange, BadgeCreate, BadgePage, BadgeQuery } from '../schema/badges.ts';

const open = routesFor({ tag: 'Badges', access: 'open' });
const anyone = routesFor({ tag: 'Badges', access: 'anyone' });
const manage = routesFor({ tag: 'Badges', access: 'authenticated', permission: 'badges.manage' });

export function badgeRoutes(platform: Platform): Route[] {
  const pictures = picturesOf(platform);
  return [
    anyone.list('/badges', 'listBadges', 'Badges', {
      query: BadgeQuery,
      response: BadgePage,
      handle: (call, { query }) => readBadges(platform, call, query),
    }),
    anyone.read('/badges/{id}', 'readBadge', 'A badge', {
      response: Badge,
      handle: (call, { params }) => managedBadges.read(platform, call, params.id),
    }),
    open.get('/badges/{id}/image.svg', 'drawBadge', 'The picture of a badge that was given none', {
      responseType: 'image/svg+xml',
      refuses: ['not_found'],
      handle: (_call, { params }) => readImage(platform, params.id),
    }),
    open.get('/badges/{id}/picture', 'readBadgePicture', 'The picture of a badge', {
      description:
        'The picture at the `image_url` that was given, fetched by Muster over https and kept for an hour: PNG, JPEG, GIF, WebP, AVIF or SVG of at most 1 MB. A redirect is not followed. Without such a picture the one that is drawn from the name.',
      responseType: 'image/*',
      refuses: ['not_found'],
      handle: (_call, { params }) => readPicture(platform, pictures, params.id),
    }),
    manage.create('/badges', 'createBadge', 'Create a badge', {
      description:
        'With criteria other than `manual`, everybody who meets them gets it a moment later, and from then on whoever gets there.',
      body: BadgeCreate,
      response: Badge,
      handle: (call, { body }) => createBadge(platform, call, body),
    }),
    manage.change('/badges/{id}', 'changeBadge', 'Change a badge', {
      body: BadgeChange,
      response: Badge,
      handle: (call, { params, body }) => changeBadge(platform, call, params.id, body),
    }),
    ...manage.moves(
      '/badges',
      'Badge',
      { archive: 'Archive a badge', restore: 'Bring a badge back' },
      {
        response: BadgeAnswer,
        handle: (call, id, move) => managedBadges.move(platform, call, id, move),
      },
    ),
  ];
}
