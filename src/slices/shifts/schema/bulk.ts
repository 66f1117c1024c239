import { type Static, Type } from 'typebox';
import { Id, ItemProblem, Nullable, Reason, StringEnum, TimestampInput } from '#platform/http/schema.ts';
import { DryRun, People, ShiftTexts, Warnings } from './shift.ts';

const mostShifts = 100;

export const manyIds = (maxItems: number) => Type.Array(Id, { minItems: 1, maxItems, uniqueItems: true });

const shifts = { ids: manyIds(mostShifts) };

export const bulkItem = {
  status: StringEnum(['done', 'unchanged', 'refused'] as const, {
    description: '`unchanged`: nothing had to change.',
  }),
  problem: Nullable(ItemProblem),
};

export const IncludeExisting = Type.Optional(
  Type.Boolean({
    description:
      'Also creates shifts that are already there, with the same program, title and start. By default, they are left out as `unchanged`, with `copy_exists` in their `problem`.',
  }),
);

export const bulkCounts = {
  done: Type.Integer({ minimum: 0 }),
  unchanged: Type.Integer({ minimum: 0 }),
  refused: Type.Integer({ minimum: 0 }),
};

export const PublishMany = Type.Object(shifts, { title: 'PublishManyRequest' });
export const CancelManyShifts = Type.Object(
  { ...shifts, reason: Type.Optional(Reason) },
  { title: 'CancelManyShiftsRequest' },
);
export const ChangeMany = Type.Object(
  { ...shifts, ...ShiftTexts, dry_run: DryRun },
  { title: 'ChangeManyRequest' },
);
export type ChangeManyInput = Static<typeof ChangeMany>;

export const DuplicateMany = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Id,
        start_time: TimestampInput,
        end_time: Type.Optional(TimestampInput),
        status: Type.Optional(StringEnum(['draft', 'published'] as const)),
      }),
      { minItems: 1, maxItems: 2 * mostShifts },
    ),
    include_existing: IncludeExisting,
    dry_run: DryRun,
  },
  { title: 'DuplicateManyRequest' },
);
export type DuplicateManyInput = Static<typeof DuplicateMany>;

export const BulkShifts = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.Integer({ ...Id, description: 'The id from the request.' }),
        ...bulkItem,
        created_id: Nullable(Type.Integer({ ...Id, description: 'The new shift.' })),
      }),
      { description: 'In the order of the request.' },
    ),
    ...bulkCounts,
    warnings: Warnings,
    people: Type.Optional(People),
  },
  { title: 'BulkShiftsResponse' },
);
export type BulkShiftsBody = Static<typeof BulkShifts>;
export type BulkItem = Static<(typeof BulkShifts.properties.items)['items']>;
