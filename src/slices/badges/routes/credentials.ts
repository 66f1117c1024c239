import { type Route, route } from '#platform/http/route.ts';
import { PathId } from '#platform/http/schema.ts';
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

const open = { method: 'GET', tag: 'Badges', access: 'open', refuses: ['not_found'] } as const;

/** What anybody may see who has the link, and what they need to check a credential. */
export function credentialRoutes(platform: Platform): Route[] {
  return [
    route({
      ...open,
      path: '/awards/{code}',
      operationId: 'readPublicAward',
      summary: 'An award, for whoever has its link',
      params: CodePath,
      response: PublicAward,
      handle: (call, { params }) => readPublicAward(platform, call, params.code),
    }),
    route({
      ...open,
      path: '/awards/{code}/credential',
      operationId: 'readCredential',
      summary: 'An award as an Open Badges 3.0 credential',
      description:
        'A compact JWS, signed by the organization. With `accept: application/json` or `application/ld+json` the same without the signature.',
      params: CodePath,
      query: CredentialQuery,
      responseType: 'application/vc+jwt',
      alternativeTypes: ['application/json', 'application/ld+json'],
      handle: (_call, { params, query }, reply) =>
        issueCredential(platform, params.code, { ...query, accept: reply.request.headers.accept }),
    }),
    route({
      ...open,
      path: '/organizations/{id}/issuer',
      operationId: 'readIssuer',
      summary: 'An organization as an issuer of credentials',
      params: PathId,
      response: IssuerProfile,
      handle: (_call, { params }) => readIssuer(platform, params.id),
    }),
    route({
      ...open,
      path: '/organizations/{id}/keys',
      operationId: 'listIssuerKeys',
      summary: 'The public keys of an organization’s credentials, as a JWK set',
      description: 'Empty until the organization has its first badge.',
      params: PathId,
      response: IssuerKeys,
      handle: (_call, { params }) => readKeys(platform, params.id),
    }),
    route({
      ...open,
      path: '/organizations/{id}/keys/{key_id}',
      operationId: 'readIssuerKey',
      summary: 'One public key, as the `kid` of a credential names it',
      params: KeyPath,
      response: IssuerKey,
      handle: (_call, { params }) => readKey(platform, params.id, params.key_id),
    }),
    route({
      ...open,
      path: '/organizations/{id}/credential-status/{list}',
      operationId: 'readCredentialStatus',
      summary: 'Which credentials are revoked',
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
    }),
  ];
}
