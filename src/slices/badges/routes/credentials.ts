import { type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { issueCredential, issueStatusList } from '../commands/issue-credential.ts';
import { readPublicAward } from '../reads/awards.ts';
import { readIssuer, readKey, readKeys } from '../reads/issuer.ts';
import { CodePath, PublicAward } from '../schema/awards.ts';
import {
  CredentialQuery,
  IssuerKey,
  IssuerKeys,
  IssuerProfile,
  KeyPath,
  StatusListPath,
} from '../schema/credentials.ts';

const open = routesFor({ tag: 'Badges', access: 'open', refuses: ['not_found'] });

/** What anyone may see who has the link, and what they need to check a credential. */
export function credentialRoutes(platform: Platform): Route[] {
  return [
    open.get('/awards/{code}', 'readPublicAward', 'Get a public award', {
      description: 'For anyone who has its link.',
      params: CodePath,
      response: PublicAward,
      handle: (call, { params }) => readPublicAward(platform, call, params.code),
    }),
    open.get('/awards/{code}/credential', 'readCredential', 'Get an award as an Open Badges 3.0 credential', {
      description:
        'A compact JWS, signed by the organization. With `accept: application/json` or `application/ld+json`, the same without the signature.',
      params: CodePath,
      query: CredentialQuery,
      responseType: 'application/vc+jwt',
      alternativeTypes: ['application/json', 'application/ld+json'],
      handle: (_call, { params, query }, reply) =>
        issueCredential(platform, params.code, { ...query, accept: reply.request.headers.accept }),
    }),
    open.get('/organizations/{id}/issuer', 'readIssuer', 'Get an organization’s issuer profile', {
      description: 'For programs that verify credentials.',
      response: IssuerProfile,
      handle: (_call, { params }) => readIssuer(platform, params.id),
    }),
    open.get('/organizations/{id}/keys', 'listIssuerKeys', 'List an organization’s public keys', {
      description: 'A JWK set for verifying credentials. Empty until the organization has its first badge.',
      response: IssuerKeys,
      handle: (_call, { params }) => readKeys(platform, params.id),
    }),
    open.get('/organizations/{id}/keys/{key_id}', 'readIssuerKey', 'Get a public key', {
      description: 'The address in the `kid` of a credential.',
      params: KeyPath,
      response: IssuerKey,
      handle: (_call, { params }) => readKey(platform, params.id, params.key_id),
    }),
    open.get(
      '/organizations/{id}/credential-status/{list}',
      'readCredentialStatus',
      'Get the revocation list of an organization’s credentials',
      {
        description: 'A W3C Bitstring Status List, signed by the organization.',
        params: StatusListPath,
        query: CredentialQuery,
        responseType: 'application/vc+jwt',
        alternativeTypes: ['application/json', 'application/ld+json'],
        handle: (call, { params, query }, reply) =>
          issueStatusList(platform, call, params.id, params.list, {
            ...query,
            accept: reply.request.headers.accept,
          }),
      },
    ),
  ];
}
