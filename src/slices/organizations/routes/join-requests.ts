import { Type } from 'typebox';
import { type Route, route } from '#platform/http/route.ts';
import { PageQuery, PathId, Reason } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { approveJoinRequest, declineJoinRequest } from '../commands/decide-join-request.ts';
import { requestToJoin, withdrawJoinRequest } from '../commands/request-to-join.ts';
import { readJoinRequests, readMyJoinRequests } from '../reads.ts';
import {
  JoinRequest,
  JoinRequestApproval,
  JoinRequestCreate,
  JoinRequestPage,
  JoinRequestPath,
  JoinRequestQuery,
} from '../schema.ts';

const tag = 'Organizations';

/** How people ask an invitation-only organization to let them in, and how it answers. */
export function joinRequestRoutes(platform: Platform): Route[] {
  return [...askingRoutes(platform), ...answeringRoutes(platform)];
}

function askingRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    route({
      method: 'POST',
      path: '/organizations/{id}/join-requests',
      operationId: 'requestToJoin',
      summary: 'Ask to join an invitation-only organization',
      description:
        'Its owners and admins get an email. One open request for each person and organization, and five requests of a person in 24 hours.',
      tag,
      access: 'authenticated',
      params: PathId,
      body: JoinRequestCreate,
      bodyOptional: true,
      response: JoinRequest,
      refuses: ['forbidden', 'not_found', 'already_member', 'conflict', 'rate_limited'],
      handle: async (call, { params, body }) =>
        await requestToJoin(platform, call, personOf(call), params.id, body ?? {}),
    }),
    route({
      method: 'GET',
      path: '/me/join-requests',
      operationId: 'listMyJoinRequests',
      summary: 'Where I have asked to join',
      tag: 'Me',
      access: 'authenticated',
      query: Type.Object(PageQuery),
      response: JoinRequestPage,
      refuses: ['forbidden'],
      handle: async (call, { query }) => await readMyJoinRequests(db, personOf(call), query),
    }),
    route({
      method: 'DELETE',
      path: '/me/join-requests/{id}',
      operationId: 'withdrawJoinRequest',
      summary: 'Withdraw my request to join',
      tag: 'Me',
      access: 'authenticated',
      params: PathId,
      refuses: ['forbidden', 'not_found', 'conflict'],
      handle: async (call, { params }) =>
        await withdrawJoinRequest(platform, call, personOf(call), params.id),
    }),
  ];
}

function answeringRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  const shared = { tag, access: 'authenticated', permission: 'members.manage' } as const;
  return [
    route({
      ...shared,
      method: 'GET',
      path: '/organizations/{id}/join-requests',
      operationId: 'listJoinRequests',
      summary: 'Who has asked to join',
      params: PathId,
      query: JoinRequestQuery,
      response: JoinRequestPage,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, query }) => readJoinRequests(db, call, params.id, query),
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/organizations/{id}/join-requests/{request_id}/approve',
      operationId: 'approveJoinRequest',
      summary: 'Let a person in who has asked to join',
      description:
        'They become a member with the role of new members, or with the one named, and get an email.',
      params: JoinRequestPath,
      body: JoinRequestApproval,
      bodyOptional: true,
      response: JoinRequest,
      refuses: ['forbidden', 'not_found', 'conflict'],
      handle: (call, { params, body }) =>
        approveJoinRequest(
          platform,
          call,
          { organizationId: params.id, requestId: params.request_id },
          body ?? {},
        ),
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/organizations/{id}/join-requests/{request_id}/decline',
      operationId: 'declineJoinRequest',
      summary: 'Decline a request to join',
      description: 'The person gets an email, with the reason if there is one.',
      params: JoinRequestPath,
      body: Type.Object({ reason: Type.Optional(Reason) }, { title: 'JoinRequestDecline' }),
      bodyOptional: true,
      response: JoinRequest,
      refuses: ['forbidden', 'not_found', 'conflict'],
      handle: (call, { params, body }) =>
        declineJoinRequest(
          platform,
          call,
          { organizationId: params.id, requestId: params.request_id },
          body ?? {},
        ),
    }),
  ];
}
