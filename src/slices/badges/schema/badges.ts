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
    'hours: how many (0.25 to 100,000). shifts: how many (1 to 100,000). streak: how many weeks or months in a row (2 to 520). journey: how many different ones (1 to 1,000; 1 unless said otherwise).',
});

export const Criteria = Type.Object(
  {
    type: StringEnum(criteriaTypes, {
      description:
        'manual: somebody awards it. The others are awarded by themselves to every member who gets there, also to those who are there already when the badge is made.',
    }),
    threshold: Type.Optional(Threshold),
    unit: Type.Optional(
      StringEnum(streakUnits, {
        description:
          'Of a streak: at least one shift in each, in the organization’s time zone. Week unless said.',
      }),
    ),
    program_id: Type.Optional(Type.Integer({ ...Id, description: 'Only what was done there counts.' })),
    journey_id: Type.Optional(Type.Integer({ ...Id, description: 'The journey to complete.' })),
    narrative: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description: 'How it is earned, for people. Stands in the credential.',
      }),
    ),
  },
  { title: 'BadgeCriteria', examples: [{ type: 'hours', threshold: 50 }] },
);

const ImageUrl = Type.String({ maxLength: 2_000, examples: ['https://example.org/badge.png'] });
export const PictureUrl = Type.String({
  description:
    'Where Muster serves the picture. Pages that show it do not tell the site of `image_url` who reads them.',
});
const ExpiresAfterDays = Type.Integer({ minimum: 1, maximum: 36_500 });
const Status = StringEnum(['active', 'archived'] as const);

export const Badge = Type.Object(
  {
    id: Id,
    organization_id: Id,
    name: Type.String(),
    description: Type.String(),
    image_url: Type.String({ description: 'The one that was given, else one that is drawn from the name.' }),
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
    Nullable({ ...ImageUrl, description: 'An https address. Null: one is drawn from the name.' }),
  ),
  expires_after_days: Type.Optional(
    Nullable({
      ...ExpiresAfterDays,
      description: 'Null: awards don’t expire. A change applies to what is awarded or renewed from then on.',
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
  { title: 'BadgeCreate', description: 'Without `criteria` it is awarded by hand.' },
);
export type BadgeCreateInput = Static<typeof BadgeCreate>;
export const BadgeChange = Type.Object(
  { name: Type.Optional(Title), criteria: Type.Optional(Criteria), ...settings },
  {
    title: 'BadgeChange',
    description: 'Other criteria decide who gets it from now on; nobody loses what they have.',
  },
);
export type BadgeChangeInput = Static<typeof BadgeChange>;

export const BadgeQuery = Type.Object({
  ...PageQuery,
  organization_id: Type.Optional(Id),
  q: Type.Optional(Type.String({ maxLength: 200, description: 'A part of the name.' })),
  status: Type.Optional(
    StringEnum(['active', 'archived'] as const, {
      default: 'active',
      description: 'Archived badges are shown to those who manage the badges of `organization_id`.',
    }),
  ),
});
export type BadgeQueryInput = Static<typeof BadgeQuery>;
