import { Type } from 'typebox';
import { csvBody, type Route, routesFor } from '#platform/http/route.ts';
import { PageQuery, Success } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { acceptInvitationAs, invite, takeOverInvitation } from '../commands/invite.ts';
import { importInvitations, inviteMany } from '../commands/invite-many.ts';
import { createApiKey, revokeSecret, takeOverApiKey } from '../commands/manage-api-keys.ts';
import { readApiKeys, readInvitations } from '../reads.ts';
import { mostAddresses } from '../rules/addresses.ts';
import {
  ApiKeyCreate,
  ApiKeyCreated,
  ApiKeyPage,
  InvitationCreate,
  InvitationCreated,
  InvitationPage,
  InvitationsCreate,
  InvitationsCreated,
  InvitationsImported,
  InvitationsImportQuery,
} from '../schema/access.ts';

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
    invitations.act('/organizations/{id}/invitations', 'invite', 'Invite a person', {
      description: 'With `email`, Muster sends the invitation. Without it, you get a link to share.',
      body: InvitationCreate,
      bodyOptional: true,
      response: InvitationCreated,
      handle: async (call, { params, body }) => await invite(platform, call, personOf(call), params.id, body),
    }),
    invitations.act('/organizations/{id}/invitations/bulk', 'inviteMany', 'Invite several people', {
      description: 'Everyone in a pasted text, with one result per address. Each gets an email.',
      body: InvitationsCreate,
      response: InvitationsCreated,
      handle: async (call, { params, body }) =>
        await inviteMany(platform, call, personOf(call), params.id, body),
    }),
    invitations.act(
      '/organizations/{id}/invitations/import',
      'importInvitations',
      'Invite people from a CSV file',
      {
        description:
          'Everyone in the file, with one result per line. Each gets an email. No line can give more access than you have.',
        query: InvitationsImportQuery,
        ...csvBody(
          mostAddresses,
          'UTF-8, up to 10 MiB and 1,000 lines, with commas, semicolons or tabs between cells. The first line names the columns, in any order, in English or German: `email`; `name`, or `first_name` and `last_name`, and `role` are optional.',
        ),
        response: InvitationsImported,
        refuses: ['rate_limited'],
        handle: async (call, { params, query, body }) =>
          await importInvitations(platform, call, personOf(call), params.id, query, body),
      },
    ),
    invitations.read('/organizations/{id}/invitations', 'listInvitations', 'List invitations', {
      description: 'Open, accepted, expired and withdrawn ones. The links themselves are not included.',
      query: Type.Object(PageQuery),
      response: InvitationPage,
      handle: (call, { params, query }) => readInvitations(db, call, params.id, query),
    }),
    invitations.remove(
      '/organizations/{id}/invitations/{invitation_id}',
      'revokeInvitation',
      'Withdraw an invitation',
      {
        description: 'Its link stops working immediately.',
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
          'For an invitation with `needs_takeover`. It gets a new link, which is emailed to the invited person again.',
        response: InvitationCreated,
        refuses: ['conflict'],
        handle: async (call, { params }) =>
          await takeOverInvitation(platform, call, personOf(call), params.id, params.invitation_id),
      },
    ),
    loggedIn.post('/invitations/accept', 'acceptInvitation', 'Accept an invitation', {
      description: 'You become a member with the access that the invitation names.',
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
    apiKeys.act('/organizations/{id}/api-keys', 'createApiKey', 'Create an API key', {
      description: 'The response has the key. It’s shown only once.',
      body: ApiKeyCreate,
      response: ApiKeyCreated,
      handle: async (call, { params, body }) =>
        await createApiKey(platform, call, personOf(call), params.id, body),
    }),
    apiKeys.read('/organizations/{id}/api-keys', 'listApiKeys', 'List API keys', {
      description: 'Names, scopes and last use. The keys themselves are not included.',
      query: Type.Object(PageQuery),
      response: ApiKeyPage,
      handle: (call, { params, query }) => readApiKeys(db, call, params.id, query),
    }),
    apiKeys.remove('/organizations/{id}/api-keys/{key_id}', 'revokeApiKey', 'Revoke an API key', {
      description: 'It stops working immediately.',
      handle: (call, { params }) => revokeSecret(platform, call, 'api_key', params.id, params.key_id),
    }),
    apiKeys.act(
      '/organizations/{id}/api-keys/{key_id}/take-over',
      'takeOverApiKey',
      'Take over an API key of a former admin',
      {
        description: 'For a key with `needs_takeover`. It gets a new secret, which is shown only once.',
        response: ApiKeyCreated,
        refuses: ['conflict'],
        handle: async (call, { params }) =>
          await takeOverApiKey(platform, call, personOf(call), params.id, params.key_id),
      },
    ),
  ];
}
