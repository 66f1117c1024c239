import { Type } from 'typebox';
import { type Route, route } from '#platform/http/route.ts';
import { PageQuery, PathId, Success } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { acceptInvitationAs, invite } from '../commands/invite.ts';
import { createApiKey, revokeSecret } from '../commands/manage-api-keys.ts';
import { takeOverApiKey, takeOverInvitation } from '../commands/take-over.ts';
import { readApiKeys, readInvitations } from '../reads.ts';
import {
  ApiKeyCreate,
  ApiKeyCreated,
  ApiKeyPage,
  ApiKeyPath,
  InvitationCreate,
  InvitationCreated,
  InvitationPage,
  InvitationPath,
} from '../schema.ts';

/** How others get in: people by invitation, programs by API key. */
export function accessRoutes(platform: Platform): Route[] {
  return [...invitationRoutes(platform), ...apiKeyRoutes(platform)];
}

function invitationRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  const shared = { tag: 'Organizations', access: 'authenticated', permission: 'members.manage' } as const;
  return [
    route({
      ...shared,
      method: 'POST',
      path: '/organizations/{id}/invitations',
      operationId: 'invite',
      summary: 'Invite somebody by mail, or make a link',
      params: PathId,
      body: InvitationCreate,
      bodyOptional: true,
      response: InvitationCreated,
      refuses: ['forbidden', 'not_found'],
      handle: async (call, { params, body }) => await invite(platform, call, personOf(call), params.id, body),
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/organizations/{id}/invitations',
      operationId: 'listInvitations',
      summary: 'Invitations and what became of them',
      params: PathId,
      query: Type.Object(PageQuery),
      response: InvitationPage,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, query }) => readInvitations(db, call, params.id, query),
    }),
    route({
      ...shared,
      method: 'DELETE',
      path: '/organizations/{id}/invitations/{invitation_id}',
      operationId: 'revokeInvitation',
      summary: 'Withdraw an invitation',
      params: InvitationPath,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params }) =>
        revokeSecret(platform, call, 'invitation', params.id, params.invitation_id),
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/organizations/{id}/invitations/{invitation_id}/take-over',
      operationId: 'takeOverInvitation',
      summary: 'Take over an invitation of a former admin',
      description:
        'For an invitation with `needs_takeover`. It gets a new link, which is mailed again to the invited address.',
      params: InvitationPath,
      response: InvitationCreated,
      refuses: ['forbidden', 'not_found', 'conflict'],
      handle: async (call, { params }) =>
        await takeOverInvitation(platform, call, personOf(call), params.id, params.invitation_id),
    }),
    route({
      method: 'POST',
      path: '/invitations/accept',
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation',
      tag: 'Organizations',
      access: 'authenticated',
      body: Type.Object(
        { token: Type.String({ minLength: 1, maxLength: 2_000 }) },
        { title: 'InvitationAccept' },
      ),
      response: Success,
      refuses: ['forbidden', 'token_invalid', 'already_member'],
      handle: async (call, { body }) => await acceptInvitationAs(platform, call, personOf(call), body.token),
    }),
  ];
}

function apiKeyRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  const shared = { tag: 'Organizations', access: 'authenticated', permission: 'api_keys.manage' } as const;
  return [
    route({
      ...shared,
      method: 'POST',
      path: '/organizations/{id}/api-keys',
      operationId: 'createApiKey',
      summary: 'Create an API key; the key is shown once',
      params: PathId,
      body: ApiKeyCreate,
      response: ApiKeyCreated,
      refuses: ['forbidden', 'not_found'],
      handle: async (call, { params, body }) =>
        await createApiKey(platform, call, personOf(call), params.id, body),
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/organizations/{id}/api-keys',
      operationId: 'listApiKeys',
      summary: 'API keys, without the keys themselves',
      params: PathId,
      query: Type.Object(PageQuery),
      response: ApiKeyPage,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, query }) => readApiKeys(db, call, params.id, query),
    }),
    route({
      ...shared,
      method: 'DELETE',
      path: '/organizations/{id}/api-keys/{key_id}',
      operationId: 'revokeApiKey',
      summary: 'Revoke an API key',
      params: ApiKeyPath,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params }) => revokeSecret(platform, call, 'api_key', params.id, params.key_id),
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/organizations/{id}/api-keys/{key_id}/take-over',
      operationId: 'takeOverApiKey',
      summary: 'Take over an API key of a former admin',
      description: 'For a key with `needs_takeover`. It gets a new secret, which is shown once.',
      params: ApiKeyPath,
      response: ApiKeyCreated,
      refuses: ['forbidden', 'not_found', 'conflict'],
      handle: async (call, { params }) =>
        await takeOverApiKey(platform, call, personOf(call), params.id, params.key_id),
    }),
  ];
}
