import { type Static, Type } from 'typebox';
import { Id, Nullable, Page, PageQuery, StringEnum, Timestamp } from '#platform/http/schema.ts';
import { Shift } from '#slices/shifts/index.ts';

export const SwapRequest = Type.Object(
  {
    email: Type.Optional(
      Type.String({
        minLength: 3,
        maxLength: 254,
        description:
          'The address of another member, if the organization’s `show_coming` is on or you are a coordinator. Without it, any member who can take the spot.',
      }),
    ),
    message: Type.Optional(
      Type.String({ maxLength: 1_000, description: 'For the person who takes the spot.' }),
    ),
  },
  { title: 'SwapRequest' },
);
export type SwapInput = Static<typeof SwapRequest>;

const SwapName = Nullable(
  Type.String({
    description:
      'In full for coordinators. Volunteers read first name and initial of others, if the organization’s `show_coming` is on; else it’s null.',
  }),
);
const shift = Shift.properties;
export const Swap = Type.Object(
  {
    id: Id,
    organization_id: Id,
    organization_name: Type.String(),
    shift: Type.Object({
      id: shift.id,
      title: shift.title,
      start_time: shift.start_time,
      end_time: shift.end_time,
      time_zone: shift.time_zone,
      location: shift.location,
    }),
    role_name: Nullable(Type.String()),
    user_id: Type.Integer({ ...Id, description: 'Whose spot it is.' }),
    user_name: SwapName,
    to_user_id: Nullable(Type.Integer({ ...Id, description: 'Whom it’s meant for. Null: any member.' })),
    to_user_name: SwapName,
    taker_id: Nullable(Type.Integer({ ...Id, description: 'Who accepted.' })),
    taker_name: SwapName,
    status: StringEnum(['open', 'accepted', 'done', 'declined', 'withdrawn', 'rejected'] as const, {
      description:
        '`accepted`: waiting for a coordinator. `done`: the spot has changed hands. `withdrawn`: the person keeps the spot, or no longer has it.',
    }),
    message: Type.String(),
    created_at: Timestamp,
  },
  { title: 'Swap' },
);
export type SwapBody = Static<typeof Swap>;
export const SwapList = Type.Object({ items: Type.Array(Swap) }, { title: 'MySwaps' });
export const SwapPage = Page('SwapPage', Swap);
export const SwapQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(
    StringEnum(['open', 'accepted'] as const, { description: 'Only these. Without it, both.' }),
  ),
});
export type SwapFilter = Static<typeof SwapQuery>;
