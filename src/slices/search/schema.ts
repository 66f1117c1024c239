import { type Static, Type } from 'typebox';
import { Id, notBlank, StringEnum } from '#platform/http/schema.ts';
import { Shift } from '#slices/shifts/index.ts';

export const SearchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: notBlank,
    description: 'Words, or how they begin. All of them must match.',
  }),
});

const shift = Shift.properties;
export const Found = Type.Object(
  {
    people: Type.Array(Type.Object({ user_id: Id, name: Type.String(), email: Type.String() }), {
      description: 'Members, by name. Empty if you may not list members.',
    }),
    shifts: Type.Array(
      Type.Object({
        id: shift.id,
        title: shift.title,
        start_time: shift.start_time,
        end_time: shift.end_time,
        time_zone: shift.time_zone,
        location: shift.location,
        status: StringEnum(['draft', 'published'] as const),
      }),
      { description: 'From a month ago on: upcoming ones first. Drafts only if you may manage shifts.' },
    ),
  },
  { title: 'SearchResult' },
);
export type FoundBody = Static<typeof Found>;
