import { type Route, route } from '#platform/http/route.ts';
import { PathId } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { readCandidates } from '../reads/candidates.ts';
import { CandidatePage, CandidateQuery } from '../schema/candidates.ts';

export function candidateRoutes(platform: Platform): Route[] {
  return [
    route({
      method: 'GET',
      path: '/shifts/{id}/candidates',
      operationId: 'listCandidates',
      summary: 'Who could take this shift?',
      description:
        'Members who could sign up now. A page looks at 500 members at most, so it may hold fewer than asked for and still have a next one.',
      tag: 'Sign-up',
      access: 'authenticated',
      permission: 'shifts.manage',
      params: PathId,
      query: CandidateQuery,
      response: CandidatePage,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, query }) => readCandidates(platform.database.db, call, params.id, query),
    }),
  ];
}
