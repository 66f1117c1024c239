import { Type } from 'typebox';
import { FieldError, Id, Nullable, Page, StringEnum, Timestamp, Title } from '#platform/http/schema.ts';
import { roles, scopes } from '../rules/access.ts';
import { RoleName } from './organizations.ts';

const Takeover = {
  created_by: Id,
  created_by_name: Type.String(),
  suspended_at: Nullable(Timestamp),
  needs_takeover: Type.Boolean({
    description:
      'True if the person who created it can no longer manage access. It doesn’t work until an admin takes it over, and expires if no one does.',
  }),
  takeover_until: Nullable(Timestamp),
};

export const Invitation = Type.Object(
  {
    id: Id,
    organization_id: Id,
    email: Nullable(Type.String()),
    name: Nullable(Type.String()),
    role: RoleName,
    status: StringEnum(['open', 'accepted', 'expired', 'revoked', 'suspended'] as const),
    created_at: Timestamp,
    expires_at: Timestamp,
    ...Takeover,
  },
  { title: 'Invitation' },
);
export const InvitationCreate = Type.Object(
  {
    email: Type.Optional(
      Type.String({ format: 'email', maxLength: 254, description: 'Without it, you get a link to share.' }),
    ),
    role: Type.Optional(RoleName),
    expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, default: 14 })),
  },
  { title: 'InvitationCreate' },
);
export const InvitationCreated = Type.Object(
  { ...Invitation.properties, token: Type.String({ description: 'Shown once.' }), url: Type.String() },
  { title: 'InvitationCreated' },
);
export const InvitationsCreate = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: 100_000,
      description:
        'Up to 1,000 addresses, one per line or separated by commas, semicolons or tabs. With a name as `Ada <ada@example.org>`, or beside the address.',
    }),
    role: Type.Optional(RoleName),
    expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, default: 14 })),
    dry_run: Type.Optional(Type.Boolean({ description: 'Only say what would happen.' })),
  },
  { title: 'InvitationsCreate' },
);
export const InvitationsCreated = Type.Object(
  {
    invited: Type.Integer(),
    items: Type.Array(
      Type.Object(
        {
          line: Type.Integer({ description: 'Of your text, from 1.' }),
          text: Type.String({ description: 'As you sent it.' }),
          email: Nullable(Type.String()),
          name: Nullable(Type.String()),
          status: StringEnum(['invited', 'already_member', 'already_invited', 'invalid'] as const),
        },
        { title: 'InvitedAddress' },
      ),
    ),
  },
  { title: 'InvitationsCreated' },
);
const { expires_in_days, dry_run } = InvitationsCreate.properties;
export const InvitationsImportQuery = Type.Object({
  role: Type.Optional(
    StringEnum(roles, { description: 'For lines that don’t name one. Default: volunteer.' }),
  ),
  expires_in_days,
  dry_run,
});
export const InvitationsImported = Type.Object(
  {
    invited: InvitationsCreated.properties.invited,
    ignored_columns: Type.Array(Type.String(), { description: 'Columns of the file that were not used.' }),
    items: Type.Array(
      Type.Object(
        {
          ...InvitationsCreated.properties.items.items.properties,
          line: Type.Integer({ description: 'Of the file, from 1. The first one names the columns.' }),
          text: Type.String({ description: 'The cell with the address, or the name if that cell is empty.' }),
          role: RoleName,
          problem: Nullable(
            Type.Object(
              {
                column: Nullable(Type.String({ description: 'As the file calls it.' })),
                code: FieldError.properties.code,
                message: FieldError.properties.message,
                params: FieldError.properties.params,
              },
              { description: 'Why the line is `invalid`.' },
            ),
          ),
        },
        { title: 'ImportedInvitation' },
      ),
      { description: 'One per line, each address once.' },
    ),
  },
  { title: 'InvitationsImported' },
);
export const InvitationPage = Page('InvitationList', Invitation);

export const ApiKey = Type.Object(
  {
    id: Id,
    organization_id: Id,
    name: Type.String(),
    prefix: Type.String(),
    scopes: Type.Array(StringEnum(scopes)),
    created_at: Timestamp,
    expires_at: Nullable(Timestamp),
    last_used_at: Nullable(Timestamp),
    revoked_at: Nullable(Timestamp),
    ...Takeover,
  },
  { title: 'ApiKey' },
);
export const ApiKeyCreate = Type.Object(
  {
    name: Title,
    scopes: Type.Array(StringEnum(scopes), { minItems: 1, maxItems: scopes.length, uniqueItems: true }),
    expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650 })),
  },
  { title: 'ApiKeyCreate' },
);
export const ApiKeyCreated = Type.Object(
  { ...ApiKey.properties, key: Type.String({ description: 'Shown once.' }) },
  { title: 'ApiKeyCreated' },
);
export const ApiKeyPage = Page('ApiKeyList', ApiKey);
