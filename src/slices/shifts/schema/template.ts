import { type Static, Type } from 'typebox';
import { DateInput, Id, Nullable, StringEnum, Timestamp, Title } from '#platform/http/schema.ts';
import { BulkShifts, bulkCounts, IncludeExisting } from './bulk.ts';
import { DryRun, Shift, Warnings } from './shift.ts';

const summary = {
  id: Id,
  name: Type.String(),
  kind: StringEnum(['shift', 'week'] as const),
  shift_count: Type.Integer({ minimum: 1 }),
  updated_at: Timestamp,
};

export const ShiftTemplateSummary = Type.Object(summary, { title: 'ShiftTemplateSummary' });
export const ShiftTemplates = Type.Object(
  { items: Type.Array(ShiftTemplateSummary) },
  { title: 'ShiftTemplates' },
);

const { program_id, mission_id, title, description, location, time_zone, requires_approval } =
  Shift.properties;
const { capacity, minimum, waitlist_capacity, roles } = Shift.properties;
const { key, name, capacity: spots, minimum: least } = roles.items.properties;

export const ShiftTemplate = Type.Object(
  {
    ...summary,
    shifts: Type.Array(
      Type.Object({
        weekday: Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday.' }),
        start: Type.String({ description: 'The time on the clock.', examples: ['09:00:00'] }),
        minutes: Type.Integer({ minimum: 1, description: 'How long it lasts on the clock.' }),
        time_zone,
        program_id,
        mission_id,
        title,
        description,
        location,
        team_notes: Nullable(Type.String({ description: 'For the people on the shift. Null: none.' })),
        requires_approval,
        capacity,
        minimum,
        waitlist_capacity,
        roles: Type.Array(Type.Object({ key, name, capacity: spots, minimum: least })),
      }),
    ),
  },
  { title: 'ShiftTemplate' },
);

export const CreateShiftTemplate = Type.Object(
  {
    name: Title,
    from_shift_id: Type.Optional(Type.Integer({ ...Id, description: 'The shift to make a template from.' })),
    from_week: Type.Optional(
      Type.String({
        ...DateInput,
        description:
          'The first day of the week to make a template from. Shifts that start in these seven days are saved, except cancelled ones.',
      }),
    ),
  },
  { title: 'CreateShiftTemplateRequest' },
);
export type CreateTemplateInput = Static<typeof CreateShiftTemplate>;

export const RenameShiftTemplate = Type.Object({ name: Title }, { title: 'RenameShiftTemplateRequest' });

export const ApplyShiftTemplate = Type.Object(
  {
    date: Type.String({
      ...DateInput,
      description: 'The day of the shift; for a week template, the first of the seven days.',
    }),
    status: Type.Optional(StringEnum(['draft', 'published'] as const, { description: 'Default: draft.' })),
    include_existing: IncludeExisting,
    dry_run: DryRun,
  },
  { title: 'ApplyShiftTemplateRequest' },
);
export type ApplyTemplateInput = Static<typeof ApplyShiftTemplate>;

const { status, problem } = BulkShifts.properties.items.items.properties;

export const AppliedShiftTemplate = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.Integer({ minimum: 1, description: 'Its number in the template, from 1.' }),
        title,
        start_time: Timestamp,
        end_time: Timestamp,
        time_zone,
        status,
        problem,
        created_id: Nullable(Type.Integer({ ...Id, description: 'The new shift.' })),
      }),
    ),
    ...bulkCounts,
    warnings: Warnings,
  },
  { title: 'AppliedShiftTemplate' },
);
export type AppliedTemplateBody = Static<typeof AppliedShiftTemplate>;
