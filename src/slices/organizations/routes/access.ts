import { Type } from 'typebox';
import { type Route, routesFor } from '#platform/http/route.ts';
import { PageQuery, Success } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { acceptInvitationAs, invite, takeOverInvitation } from '../commands/invite.ts';
import { createApiKey, revokeSecret, takeOverApiKey } from '../commands/manage-api-keys.ts';
import { readApiKeys, readInvitations } from '../reads.ts';
import {
  ApiKeyCreate,
  ApiKeyCreated,
  ApiKeyPage,
  InvitationCreate,
  InvitationCreated,
  InvitationPage,
} from '../schema.ts';

const loggedIn = routesFor({ tag: 'Organizations', access: 'authenticated' });
const invitations = routesFor({
  tag: 'Organizations',
  access: 'authenticated',
  permission: 'members.manage',
});
const apiKeys = routesFor({ tag: 'Organizations', access: 'authenticated', permission: 'api_keys.manage' });

/** How others get in: people by invitation, programs by API key. */
export function accessRoutes(platform: Platform): Route[] {
  return [...invitationRoutes(platform), ...apiKeyRoutes(platform)];
}

function invitationRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    invitations.act('/organizations/{id}/invitations', 'invite', 'Invite somebody by mail, or make a link', {
      body: InvitationCreate,
      bodyOptional: true,
      response: InvitationCreated,
      handle: async (call, { params, body }) => await invite(platform, call, personOf(call), params.id, body),
    }),
    invitations.read(
      '/organizations/{id}/invitations',
      'listInvitations',
      'Invitations and what became of them',
      {
        query: Type.Object(PageQuery),
        response: InvitationPage,
        handle: (call, { params, query }) => readInvitations(db, call, params.id, query),
      },
    ),
    invitations.remove(
      '/organizations/{id}/invitations/{invitation_id}',
      'revokeInvitation',
      'Withdraw an invitation',
      {
        handle: (call, { params }) =>
          revokeSecret(platform, call, 'invitation', params.id, params.invitation_id),
      },
    ),
    invitations.act(
      '/organizations/{id}/invitations/{invitation_id}/take-over',
      'takeOverInvitation',
      'Take over an invitation of a former admin',
      {
        description:
          'For an invitation with `needs_takeover`. It gets a new link, which is mailed again to the invited address.',
        response: InvitationCreated,
        refuses: ['conflict'],
        handle: async (call, { params }) =>
          await takeOverInvitation(platform, call, personOf(call), params.id, params.invitation_id),
      },
    ),
    loggedIn.post('/invitations/accept', 'acceptInvitation', 'Accept an invitation', {
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
  return [
    apiKeys.act('/organizations/{id}/api-keys', 'createApiKey', 'Create an API key; the key is shown once', {
      body: ApiKeyCreate,
      response: ApiKeyCreated,
      handle: async (call, { params, body }) =>
        await createApiKey(platform, call, personOf(call), params.id, body),
    }),
    apiKeys.read('/organizations/{id}/api-keys', 'listApiKeys', 'API keys, without the keys themselves', {
      query: Type.Object(PageQuery),
      response: ApiKeyPage,
      handle: (call, { params, query }) => readApiKeys(db, call, params.id, query),
    }),
    apiKeys.remove('/organizations/{id}/api-keys/{key_id}', 'revokeApiKey', 'Revoke an API key', {
      handle: (call, { params }) => revokeSecret(platform, call, 'api_key', params.id, params.key_id),
    }),
    apiKeys.act(
      '/organizations/{id}/api-keys/{key_id}/take-over',
      'takeOverApiKey',
      'Take over an API key of a former admin',
      {
        description: 'For a key with `needs_takeover`. It gets a new secret, which is shown once.',
        response: ApiKeyCreated,
        refuses: ['conflict'],
        handle: async (call, { params }) =>
          await takeOverApiKey(platform, call, personOf(call), params.id, params.key_id),
      },
    ),
  ];
}
