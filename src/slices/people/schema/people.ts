import { type Static, Type } from 'typebox';
import {
  DateInput,
  Id,
  Nullable,
  notBlank,
  Page,
  PageQuery,
  StringEnum,
  Timestamp,
  Title,
} from '#platform/http/schema.ts';
import { roles } from '#slices/organizations/index.ts';
import { Tag } from './tags.ts';

const RoleName = StringEnum(roles);
const day = (description: string) => Type.Optional(Type.String({ ...DateInput, description }));
const hours = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, description }));
const one = (description: string) => Type.Optional(Type.Integer({ ...Id, description }));

/** What the list of people can be narrowed down to. All conditions must hold. */
const filters = {
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: notBlank,
      description: 'Part of a name or email address.',
    }),
  ),
  role: Type.Optional(RoleName),
  tag_id: one('People with this tag.'),
  without_tag_id: one('People without this tag.'),
  program_id: one('People who have signed up for a shift of this program.'),
  active_since: day('People who have come to a shift on or after this day.'),
  inactive_since: day('People who haven’t come to a shift on or after this day.'),
  joined_since: day('People who became members on or after this day.'),
  min_hours: hours('At least this many hours in total.'),
  max_hours: hours('At most this many hours in total.'),
  form_done: one('People who have submitted this form.'),
  form_missing: one('People who haven’t submitted this form.'),
};
export const PeopleFilter = Type.Object(filters, { title: 'PeopleFilter', additionalProperties: false });
export type PeopleFilterInput = Static<typeof PeopleFilter>;

export const PeopleQuery = Type.Object({
  ...PageQuery,
  ...filters,
  format: Type.Optional(
    StringEnum(['json', 'csv', 'xlsx'] as const, {
      description: 'A CSV or Excel file has all people who match, up to 50,000, and ignores `limit`.',
    }),
  ),
});
export type PeopleQueryInput = Static<typeof PeopleQuery>;

export const ListedPerson = Type.Object(
  {
    user_id: Id,
    name: Type.String(),
    email: Nullable(Type.String()),
    phone: Nullable(Type.String()),
    role: RoleName,
    joined_at: Timestamp,
    tags: Type.Array(Tag),
    minutes: Nullable(Type.Integer({ description: 'Null with an API key without the scope `attendance`.' })),
    verified_minutes: Nullable(Type.Integer()),
    shifts: Nullable(Type.Integer({ description: 'Number of shifts that the person has come to.' })),
    last_shift_at: Nullable(Type.String({ ...Timestamp, description: 'When the person last checked in.' })),
    next_shift_at: Nullable(
      Type.String({ ...Timestamp, description: 'Start of the next shift that the person is signed up for.' }),
    ),
  },
  { title: 'ListedPerson' },
);
export const PeoplePage = Page('PeopleList', ListedPerson);
export type ListedPersonBody = Static<typeof ListedPerson>;

/** What one request finds for something that is done to all of them. */
export const PeopleIds = Type.Object(
  { user_ids: Type.Array(Id, { description: 'Of everyone who matches, up to 50,000.' }) },
  { title: 'PeopleIds' },
);
export const PeopleIdsQuery = Type.Object(filters);

export const SavedFilter = Type.Object(
  {
    id: Id,
    name: Type.String(),
    filter: PeopleFilter,
    is_shared: Type.Boolean({ description: 'Whether all coordinators see it.' }),
    is_mine: Type.Boolean(),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'SavedFilter' },
);
export type SavedFilterBody = Static<typeof SavedFilter>;
export const SavedFilterList = Type.Object({ items: Type.Array(SavedFilter) }, { title: 'SavedFilterList' });

const saved = {
  name: Title,
  filter: PeopleFilter,
  is_shared: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether all coordinators see it. By default, only you do.',
    }),
  ),
};
export const SavedFilterCreate = Type.Object(saved, { title: 'SavedFilterCreate' });
export type SavedFilterInput = Static<typeof SavedFilterCreate>;
export const SavedFilterChange = Type.Object(
  {
    name: Type.Optional(Title),
    filter: Type.Optional(PeopleFilter),
    is_shared: Type.Optional(Type.Boolean()),
  },
  { title: 'SavedFilterChange' },
);
export type SavedFilterChangeInput = Static<typeof SavedFilterChange>;
