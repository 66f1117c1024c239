import { Type } from 'typebox';
import { DateInput, Id, Nullable, Page, PageQuery, Timestamp } from '#platform/http/schema.ts';

const organization = { organization_id: Type.Optional(Id) };

export const ProcessRequest = Type.Object(
  { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) },
  { title: 'ProcessJobsRequest' },
);
export const ProcessAnswer = Type.Object(
  {
    success: Type.Boolean(),
    processed: Type.Integer(),
    failed: Type.Integer(),
    remaining: Type.Integer({
      description: 'Jobs and events that are still due. Of a long queue, only the first 10,000 are counted.',
    }),
  },
  { title: 'ProcessJobsResponse' },
);

export const ScheduleRequest = Type.Object(
  {
    ...organization,
    date: Type.Optional(
      Type.String({
        ...DateInput,
        description: 'A local date of the organization, within 31 days of today. Default: today.',
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

/** Like the period of the lists of hours. */
const edge = (text: string) =>
  Type.String({
    maxLength: 40,
    description: `${text} A day or month (in the organization’s time zone), or a time with an offset.`,
  });
export const AggregateRequest = Type.Object(
  {
    ...organization,
    from: Type.Optional(edge('Start of the period.')),
    to: Type.Optional(edge('End of the period, inclusive for a day or month.')),
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

export const FailedJob = Type.Object(
  {
    id: Id,
    organization_id: Nullable(Id),
    task: Type.String({ description: 'The kind of job.', examples: ['react'] }),
    part: Nullable(
      Type.String({
        description: 'The reaction or daily task that the job ran.',
        examples: ['notify_people'],
      }),
    ),
    event_id: Nullable(Type.String({ description: 'The event that the job handled.' })),
    event_type: Nullable(Type.String({ examples: ['shift.checkin'] })),
    attempts: Type.Integer(),
    error: Type.String({ description: 'The last error, without secrets and personal data.' }),
    failed_at: Timestamp,
  },
  { title: 'FailedJob' },
);
export const FailedJobPage = Page('FailedJobList', FailedJob);
export const FailedJobQuery = Type.Object({ ...PageQuery, ...organization });
