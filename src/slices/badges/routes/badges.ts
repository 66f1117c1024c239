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
    anyone.list('/badges', 'listBadges', 'List badges', {
      description: 'Badges of one organization, or of all.',
      query: BadgeQuery,
      response: BadgePage,
      handle: (call, { query }) => readBadges(platform, call, query),
    }),
    anyone.read('/badges/{id}', 'readBadge', 'Get a badge', {
      description: 'With its criteria and the number of awards.',
      response: Badge,
      handle: (call, { params }) => managedBadges.read(platform, call, params.id),
    }),
    open.get('/badges/{id}/image.svg', 'drawBadge', 'Get the default picture of a badge', {
      description: 'Drawn from the badge’s name.',
      responseType: 'image/svg+xml',
      refuses: ['not_found'],
      handle: (_call, { params }) => readImage(platform, params.id),
    }),
    open.get('/badges/{id}/picture', 'readBadgePicture', 'Get the picture of a badge', {
      description:
        'Muster fetches `image_url` over https and keeps it for an hour: PNG, JPEG, GIF, WebP, AVIF or SVG, up to 1 MB, without redirects. If there is none, you get the default picture.',
      responseType: 'image/*',
      refuses: ['not_found'],
      handle: (_call, { params }) => readPicture(platform, pictures, params.id),
    }),
    manage.create('/badges', 'createBadge', 'Create a badge', {
      description:
        'With criteria other than `manual`, everyone who meets them gets the badge automatically, now and later.',
      body: BadgeCreate,
      response: Badge,
      handle: (call, { body }) => createBadge(platform, call, body),
    }),
    manage.change('/badges/{id}', 'changeBadge', 'Change a badge', {
      description: 'New criteria apply from now on. People keep the awards that they have.',
      body: BadgeChange,
      response: Badge,
      handle: (call, { params, body }) => changeBadge(platform, call, params.id, body),
    }),
    ...manage.moves(
      '/badges',
      'Badge',
      {
        archive: [
          'Archive a badge',
          'It can’t be awarded anymore. Existing awards stay valid. Refused while a mission or a step of a journey requires it.',
        ],
        restore: [
          'Restore a badge',
          'It can be awarded again. Refused if the program or journey that it counts is archived.',
        ],
      },
      {
        response: BadgeAnswer,
        refuses: { archive: ['conflict'], restore: ['conflict'] },
        handle: (call, id, move) => managedBadges.move(platform, call, id, move),
      },
    ),
  ];
}
