import { type Static, Type } from 'typebox';
import { Id, Nullable, PageQuery, StringEnum, Success } from '#platform/http/schema.ts';

const Place = Type.Object(
  {
    rank: Type.Integer({ description: 'Those who have the same share a rank; the next one is left out.' }),
    user_id: Id,
    name: Type.String(),
    minutes: Type.Integer(),
    verified_minutes: Type.Integer(),
    awards: Type.Integer({ description: 'Awards in force.' }),
  },
  { title: 'LeaderboardPlace' },
);
export const Leaderboard = Type.Object(
  {
    items: Type.Array(Place),
    next_cursor: Nullable(Type.String()),
    me: Nullable(Place),
  },
  { title: 'Leaderboard', description: '`me` is the caller’s own place, or null if they do not take part.' },
);
export const LeaderboardQuery = Type.Object({
  ...PageQuery,
  by: Type.Optional(
    StringEnum(['hours', 'verified_hours', 'awards'] as const, {
      default: 'hours',
      description:
        'What is ranked: minutes attended, minutes that a coordinator has verified, or awards in force.',
    }),
  ),
  period: Type.Optional(
    StringEnum(['all', 'year', 'month'] as const, {
      default: 'all',
      description: 'Of hours: this year or month in the organization’s time zone. Awards: those given in it.',
    }),
  ),
});
export type LeaderboardQueryInput = Static<typeof LeaderboardQuery>;

export const ConsentRequest = Type.Object(
  { organization_id: Type.Optional(Id), show: Type.Boolean() },
  { title: 'LeaderboardConsentRequest' },
);
export type ConsentInput = Static<typeof ConsentRequest>;
export const ConsentAnswer = Type.Object(
  { ...Success.properties, organization_id: Id, show: Type.Boolean() },
  { title: 'LeaderboardConsentResponse' },
);
export const ConsentList = Type.Object(
  {
    items: Type.Array(
      Type.Object({ organization_id: Id, organization_name: Type.String(), show: Type.Boolean() }),
    ),
  },
  { title: 'LeaderboardConsents' },
);
