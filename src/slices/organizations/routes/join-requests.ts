import { Type } from 'typebox';
import { type Route, routesFor } from '#platform/http/route.ts';
import { PageQuery, Reason } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import {
  approveJoinRequest,
  declineJoinRequest,
  requestToJoin,
  withdrawJoinRequest,
} from '../commands/request-to-join.ts';
import { readJoinRequests, readMyJoinRequests } from '../reads.ts';
import {
  JoinRequest,
  JoinRequestApproval,
  JoinRequestCreate,
  JoinRequestPage,
  JoinRequestQuery,
} from '../schema/join-requests.ts';

const members = routesFor({ tag: 'Organizations', access: 'authenticated', permission: 'members.manage' });
const loggedIn = routesFor({ tag: 'Organizations', access: 'authenticated' });
const me = routesFor({ tag: 'Me', access: 'authenticated' });

/** How people ask an invitation-only organization to let them in, and how it answers. */
export function joinRequestRoutes(platform: Platform): Route[] {
  return [...askingRoutes(platform), ...answeringRoutes(platform)];
}

function askingRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    loggedIn.act('/organizations/{id}/join-requests', 'requestToJoin', 'Request to join an organization', {
      description:
        'For invitation-only organizations. The owners and admins get an email. You can have one open request per organization and send five requests in 24 hours.',
      body: JoinRequestCreate,
      bodyOptional: true,
      response: JoinRequest,
      refuses: ['already_member', 'conflict', 'rate_limited'],
      handle: async (call, { params, body }) =>
        await requestToJoin(platform, call, personOf(call), params.id, body ?? {}),
    }),
    me.get('/me/join-requests', 'listMyJoinRequests', 'List my join requests', {
      description: 'The organizations that you’ve asked to join, with their answers.',
      query: Type.Object(PageQuery),
      response: JoinRequestPage,
      refuses: ['forbidden'],
      handle: async (call, { query }) => await readMyJoinRequests(db, personOf(call), query),
    }),
    me.remove('/me/join-requests/{id}', 'withdrawJoinRequest', 'Withdraw my join request', {
      description: 'Only while it’s open.',
      refuses: ['conflict'],
      handle: async (call, { params }) =>
        await withdrawJoinRequest(platform, call, personOf(call), params.id),
    }),
  ];
}

function answeringRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    members.read('/organizations/{id}/join-requests', 'listJoinRequests', 'List join requests', {
      description: 'The people who have asked to join the organization.',
      query: JoinRequestQuery,
      response: JoinRequestPage,
      handle: (call, { params, query }) => readJoinRequests(db, call, params.id, query),
    }),
    members.act(
      '/organizations/{id}/join-requests/{request_id}/approve',
      'approveJoinRequest',
      'Approve a join request',
      {
        description:
          'The person becomes a member with the default access or the one in `role`, and gets an email.',
        body: JoinRequestApproval,
        bodyOptional: true,
        response: JoinRequest,
        refuses: ['conflict'],
        handle: (call, { params, body }) =>
          approveJoinRequest(
            platform,
            call,
            { organizationId: params.id, requestId: params.request_id },
            body ?? {},
          ),
      },
    ),
    members.act(
      '/organizations/{id}/join-requests/{request_id}/decline',
      'declineJoinRequest',
      'Decline a join request',
      {
        description: 'The person gets an email, with your reason if you give one.',
        body: Type.Object({ reason: Type.Optional(Reason) }, { title: 'JoinRequestDecline' }),
        bodyOptional: true,
        response: JoinRequest,
        refuses: ['conflict'],
        handle: (call, { params, body }) =>
          declineJoinRequest(
            platform,
            call,
            { organizationId: params.id, requestId: params.request_id },
            body ?? {},
          ),
      },
    ),
  ];
}
