import { type Static, Type } from 'typebox';
import {
  Description,
  Id,
  Nullable,
  Page,
  PageQuery,
  StringEnum,
  Success,
  Timestamp,
  Title,
} from '#platform/http/schema.ts';
import { criteriaTypes, streakUnits } from '../rules/criteria.ts';

const Threshold = Type.Number({
  minimum: 0,
  maximum: 100_000,
  description:
    '`hours`: number of hours (0.25 to 100,000). `shifts`: number of shifts (1 to 100,000). `streak`: weeks or months in a row (2 to 520). `journey`: number of different journeys (1 to 1,000, default 1).',
});

export const Criteria = Type.Object(
  {
    type: StringEnum(criteriaTypes, {
      description:
        '`manual`: a coordinator awards it. The others are awarded automatically to every member who meets them, including those who already do when the badge is created.',
    }),
    threshold: Type.Optional(Threshold),
    unit: Type.Optional(
      StringEnum(streakUnits, {
        description:
          'For a streak: at least one shift in each week or month, in the organization’s time zone. Default: week.',
      }),
    ),
    program_id: Type.Optional(Type.Integer({ ...Id, description: 'Only count shifts of this program.' })),
    journey_id: Type.Optional(Type.Integer({ ...Id, description: 'The journey to complete.' })),
    narrative: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description: 'How people earn it, in words. Part of the credential.',
      }),
    ),
  },
  { title: 'BadgeCriteria', examples: [{ type: 'hours', threshold: 50 }] },
);

const ImageUrl = Type.String({ maxLength: 2_000, examples: ['https://example.org/badge.png'] });
export const PictureUrl = Type.String({
  description:
    'Use this address to show the picture: Muster serves it, so the site behind `image_url` doesn’t see your readers.',
});
const ExpiresAfterDays = Type.Integer({ minimum: 1, maximum: 36_500 });
const Status = StringEnum(['active', 'archived'] as const);

export const Badge = Type.Object(
  {
    id: Id,
    organization_id: Id,
    name: Type.String(),
    description: Type.String(),
    image_url: Type.String({ description: 'The picture you set, or a default picture drawn from the name.' }),
    picture_url: PictureUrl,
    criteria: Criteria,
    expires_after_days: Nullable(ExpiresAfterDays),
    award_count: Type.Integer({ description: 'Awards that are not revoked.' }),
    status: Status,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Badge' },
);
export type BadgeBody = Static<typeof Badge>;
export const BadgePage = Page('BadgeList', Badge);
export const BadgeAnswer = Type.Object({ ...Success.properties, badge: Badge }, { title: 'BadgeResponse' });

const settings = {
  description: Type.Optional(Description),
  image_url: Type.Optional(
    Nullable({ ...ImageUrl, description: 'An https address. If null, a picture is drawn from the name.' }),
  ),
  expires_after_days: Type.Optional(
    Nullable({
      ...ExpiresAfterDays,
      description: 'If null, awards don’t expire. A change applies to awards made or renewed from now on.',
    }),
  ),
};
export const BadgeCreate = Type.Object(
  {
    organization_id: Type.Optional(Id),
    name: Title,
    criteria: Type.Optional(Criteria),
    ...settings,
  },
  { title: 'BadgeCreate', description: 'Without `criteria`, the badge is awarded manually.' },
);
export type BadgeCreateInput = Static<typeof BadgeCreate>;
export const BadgeChange = Type.Object(
  { name: Type.Optional(Title), criteria: Type.Optional(Criteria), ...settings },
  {
    title: 'BadgeChange',
    description: 'New criteria apply from now on. People keep the awards that they have.',
  },
);
export type BadgeChangeInput = Static<typeof BadgeChange>;

export const BadgeQuery = Type.Object({
  ...PageQuery,
  organization_id: Type.Optional(Id),
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name.' })),
  status: Type.Optional(
    StringEnum(['active', 'archived'] as const, {
      default: 'active',
      description:
        'Archived badges are only for people who manage the badges of `organization_id`. It can be left out if you manage those of one organization only.',
    }),
  ),
});
export type BadgeQueryInput = Static<typeof BadgeQuery>;
