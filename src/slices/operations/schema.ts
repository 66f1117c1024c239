import { Type } from 'typebox';
import { DateInput, Id, TimestampInput } from '#platform/http/schema.ts';

const organization = { organization_id: Type.Optional(Id) };

export const ProcessRequest = Type.Object(
  { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) },
  { title: 'ProcessJobsRequest' },
);
export const ProcessAnswer = Type.Object(
  { success: Type.Boolean(), processed: Type.Integer(), failed: Type.Integer(), remaining: Type.Integer() },
  { title: 'ProcessJobsResponse' },
);

export const ScheduleRequest = Type.Object(
  {
    ...organization,
    date: Type.Optional(
      Type.String({
        ...DateInput,
        description: 'A local date of the organization. Left out: today there.',
      }),
    ),
  },
  { title: 'ScheduleDailyRequest' },
);
export const ScheduleAnswer = Type.Object(
  {
    success: Type.Boolean(),
    date: Type.String(),
    scheduled: Type.Array(Type.String()),
    already_scheduled: Type.Array(Type.String()),
  },
  { title: 'ScheduleDailyResponse' },
);

export const AggregateRequest = Type.Object(
  {
    ...organization,
    from: Type.Optional(TimestampInput),
    to: Type.Optional(TimestampInput),
    program_id: Type.Optional(Id),
    user_id: Type.Optional(Id),
  },
  { title: 'AggregateHoursRequest' },
);
export const AggregateAnswer = Type.Object(
  { success: Type.Boolean(), records: Type.Integer(), minutes: Type.Integer() },
  { title: 'AggregateHoursResponse' },
);

export const RemindRequest = Type.Object(
  { ...organization, within_hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 72 })) },
  { title: 'SendRemindersRequest' },
);
export const RemindAnswer = Type.Object(
  { success: Type.Boolean(), sent: Type.Integer(), skipped: Type.Integer() },
  { title: 'SendRemindersResponse' },
);
