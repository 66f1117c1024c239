import { type Static, Type } from 'typebox';
import { Id, StringEnum } from '#platform/http/schema.ts';

export const algorithms = ['RS256', 'ES256'] as const;

const Jwk = Type.Object(
  { kty: Type.String(), kid: Type.String(), alg: Type.String(), use: Type.String() },
  { title: 'IssuerKey', additionalProperties: Type.String() },
);
export type JwkBody = Static<typeof Jwk>;
export const IssuerKey = Jwk;
export const IssuerKeys = Type.Object({ keys: Type.Array(Jwk) }, { title: 'IssuerKeys' });
export const IssuerProfile = Type.Object(
  {
    '@context': Type.Array(Type.String()),
    id: Type.String(),
    type: Type.Array(Type.String()),
    name: Type.String(),
    url: Type.String(),
  },
  { title: 'IssuerProfile' },
);
export const KeyPath = Type.Object({ id: Id, key_id: Type.String({ format: 'uuid', maxLength: 36 }) });
export const StatusListPath = Type.Object({
  id: Id,
  list: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
});
export const CredentialQuery = Type.Object({
  alg: Type.Optional(
    StringEnum(algorithms, {
      default: 'RS256',
      description:
        'The signature algorithm. Every Open Badges reader accepts RS256; some wallets need ES256.',
    }),
  ),
});
export type Algorithm = NonNullable<Static<typeof CredentialQuery>['alg']>;
