import { type Static, Type } from 'typebox';
import { Id, Nullable, PageQuery, StringEnum, Success } from '#platform/http/schema.ts';

const Place = Type.Object(
  {
    rank: Type.Integer({
      description: 'People with the same result share a rank; the next rank is skipped.',
    }),
    user_id: Id,
    name: Type.String(),
    minutes: Type.Integer(),
    verified_minutes: Type.Integer(),
    awards: Type.Integer({ description: 'Number of valid awards.' }),
  },
  { title: 'LeaderboardPlace' },
);
export const Leaderboard = Type.Object(
  {
    items: Type.Array(Place),
    next_cursor: Nullable(Type.String()),
    me: Nullable(Place),
  },
  { title: 'Leaderboard', description: '`me` is your own place, or null if you’re not listed.' },
);
export const LeaderboardQuery = Type.Object({
  ...PageQuery,
  by: Type.Optional(
    StringEnum(['hours', 'verified_hours', 'awards'] as const, {
      default: 'hours',
      description: 'Rank by minutes attended, by verified minutes, or by valid awards.',
    }),
  ),
  period: Type.Optional(
    StringEnum(['all', 'year', 'month'] as const, {
      default: 'all',
      description: 'Hours and awards of this year or month, in the organization’s time zone.',
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
