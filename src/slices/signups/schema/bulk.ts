import { type Static, Type } from 'typebox';
import { Id, Nullable, Reason, StringEnum } from '#platform/http/schema.ts';
import { bulkCounts, bulkItem, manyIds } from '#slices/shifts/index.ts';
import { Override, Registration, RoleChoice, sources } from './registration.ts';

/** More than these in one transaction would keep sign-ups waiting for too long. */
const mostRegistrations = 200;

const registrations = { ids: manyIds(mostRegistrations) };

export const ManyRegistrations = Type.Object(registrations, { title: 'ManyRegistrationsRequest' });
export const RejectMany = Type.Object(
  { ...registrations, reason: Type.Optional(Reason) },
  { title: 'RejectManyRequest' },
);
export const CancelMany = Type.Object(
  { ...registrations, reason: Type.Optional(Nullable(Reason)), source: Type.Optional(StringEnum(sources)) },
  { title: 'CancelManyRequest' },
);
export type CancelManyInput = Static<typeof CancelMany>;

const giving = { reason: Type.Optional(Reason), override: Type.Optional(Override) };
export const PromoteRequest = Type.Object(giving, { title: 'PromoteRequest' });
export type PromoteInput = Static<typeof PromoteRequest>;
export const PromoteMany = Type.Object({ ...registrations, ...giving }, { title: 'PromoteManyRequest' });

export const MoveMany = Type.Object(
  {
    ...registrations,
    shift_id: Type.Integer({
      ...Id,
      description: 'The shift to move to: another one of the same mission, or the same one for another role.',
    }),
    ...RoleChoice,
    override: Type.Optional(Override),
  },
  { title: 'MoveManyRequest' },
);
export type MoveManyInput = Static<typeof MoveMany>;

/** In one transaction, which locks all of them. */
export const mostShifts = 100;

export const ManySignups = Type.Object(
  {
    shift_ids: Type.Optional(manyIds(mostShifts)),
    series_id: Type.Optional(
      Type.Integer({
        ...Id,
        description: `Instead of \`shift_ids\`: the next ${mostShifts} published shifts of this series.`,
      }),
    ),
    user_id: Type.Optional(
      Type.Integer({ ...Id, description: 'The person to sign up, for coordinators. Without it, you.' }),
    ),
    role_key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The key of a role that the shifts have. Default: no role.',
      }),
    ),
  },
  { title: 'ManySignupsRequest' },
);
export type ManySignupsInput = Omit<Static<typeof ManySignups>, 'user_id'>;

export const ManySignupsAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        shift_id: Id,
        ...bulkItem,
        status: StringEnum(['done', 'unchanged', 'refused'] as const, {
          description: '`unchanged`: the person was signed up already.',
        }),
        registration: Nullable(Registration),
      }),
      { description: 'In the order of the request; of a series, by start time.' },
    ),
    ...bulkCounts,
  },
  { title: 'ManySignupsResponse' },
);
export type ManySignupsBody = Static<typeof ManySignupsAnswer>;

export const BulkRegistrations = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.Integer({ ...Id, description: 'The id from the request.' }),
        ...bulkItem,
        registration: Nullable(Registration),
      }),
      { description: 'In the order of the request.' },
    ),
    ...bulkCounts,
  },
  { title: 'BulkRegistrationsResponse' },
);
export type BulkRegistrationsBody = Static<typeof BulkRegistrations>;
