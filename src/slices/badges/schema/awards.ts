import { type Static, Type } from 'typebox';
import {
  Id,
  LocalizedText,
  Nullable,
  Page,
  PageQuery,
  Reason,
  StringEnum,
  Success,
  Timestamp,
} from '#platform/http/schema.ts';
import { PictureUrl } from './badges.ts';

const Status = StringEnum(['active', 'expired', 'revoked'] as const);
const statusFilter = (description: string) =>
  Type.Optional(StringEnum(['active', 'expired', 'revoked'] as const, { description }));

const award = {
  id: Id,
  badge_id: Id,
  user_id: Id,
  awarded_at: Timestamp,
  awarded_by: Nullable(
    Type.Integer({ description: 'Null if criteria, a journey or an API key awarded it.' }),
  ),
  expires_at: Nullable(Timestamp),
  note: Nullable(
    Type.String({ description: 'Visible to the holder and the organization, not on the public page.' }),
  ),
  source: StringEnum(['manual', 'criteria', 'journey'] as const),
  status: Status,
  renewed_at: Nullable(Timestamp),
  revoked_at: Nullable(Timestamp),
  revoke_reason: Nullable(Type.String()),
  public_code: Type.String({ description: 'Anyone who has it can open the public page.' }),
  public_url: Type.String({ description: 'The public page of the award.' }),
  credential_url: Type.String({ description: 'The award as an Open Badges 3.0 credential.' }),
};
export const Award = Type.Object(award, { title: 'Award' });
export type AwardBody = Static<typeof Award>;
export const AwardLine = Type.Object({ ...award, user_name: Type.String() }, { title: 'AwardLine' });
export const MemberAward = Type.Object({ ...award, badge_name: Type.String() }, { title: 'MemberAward' });
export const AwardPage = Page('AwardList', AwardLine);
export const AwardAnswer = Type.Object({ ...Success.properties, award: Award }, { title: 'AwardResponse' });
export type AwardAnswerBody = Static<typeof AwardAnswer>;

export const AwardRequest = Type.Object(
  {
    user_id: Id,
    note: Type.Optional(Nullable(Type.String({ maxLength: 1_000 }))),
  },
  { title: 'AwardRequest' },
);
export type AwardInput = Static<typeof AwardRequest>;
export const RevokeRequest = Type.Object({ reason: Type.Optional(Reason) }, { title: 'RevokeRequest' });
export const AwardQuery = Type.Object({
  ...PageQuery,
  user_id: Type.Optional(Id),
  status: statusFilter('Default: all.'),
});
export type AwardQueryInput = Static<typeof AwardQuery>;

export const MyBadge = Type.Object(
  {
    ...award,
    show_name: Type.Boolean({
      description: 'Whether the public page and the credential show the holder’s name.',
    }),
    organization_id: Id,
    organization_name: Type.String(),
    badge: Type.Object({
      name: Type.String(),
      description: Type.String(),
      image_url: Type.String(),
      picture_url: PictureUrl,
      criteria_narrative: LocalizedText('How the badge is earned'),
    }),
  },
  { title: 'MyBadge' },
);
export const MyBadgePage = Page('MyBadgeList', MyBadge);
export const MyBadgeQuery = Type.Object({
  ...PageQuery,
  organization_id: Type.Optional(Id),
  status: statusFilter('Default: all that are not revoked.'),
});
export type MyBadgeQueryInput = Static<typeof MyBadgeQuery>;
export const MyBadgeChange = Type.Object({ show_name: Type.Boolean() }, { title: 'MyBadgeChange' });

export const CodePath = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9_-]+$' }),
});
export const PublicAward = Type.Object(
  {
    public_code: Type.String(),
    status: Status,
    holder_name: Nullable(Type.String({ description: 'Null if the holder hides their name.' })),
    awarded_at: Timestamp,
    renewed_at: Nullable(Timestamp),
    expires_at: Nullable(Timestamp),
    revoked_at: Nullable(Timestamp),
    badge: Type.Object({
      id: Id,
      name: Type.String(),
      description: Type.String(),
      image_url: Type.String(),
      picture_url: PictureUrl,
      criteria_narrative: LocalizedText('How the badge is earned'),
    }),
    organization: Type.Object({ id: Id, name: Type.String() }),
    public_url: Type.String(),
    credential_url: Type.String(),
  },
  { title: 'PublicAward' },
);
export type PublicAwardBody = Static<typeof PublicAward>;
