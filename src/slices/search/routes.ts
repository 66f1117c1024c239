import { type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { readSearch } from './reads.ts';
import { Found, SearchQuery } from './schema.ts';

const members = routesFor({ tag: 'Organizations', access: 'authenticated' });

export function searchRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    members.read('/organizations/{id}/search', 'search', 'Search people and shifts', {
      description: 'Up to eight of each, for members of the organization. Shows only what you may see.',
      query: SearchQuery,
      response: Found,
      isList: true,
      handle: (call, { params, query }) => readSearch(db, call, params.id, query.q),
    }),
  ];
}
