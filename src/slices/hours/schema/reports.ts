import { type Static, Type } from 'typebox';
import {
  DateInput,
  Id,
  Nullable,
  notBlank,
  Page,
  PageQuery,
  Reason,
  StringEnum,
  Success,
  Timestamp,
} from '#platform/http/schema.ts';
import { mostMinutesOfDay, oldestReportDays } from '../rules.ts';

const Minutes = Type.Integer({ minimum: 1, maximum: mostMinutesOfDay });
const Note = Type.String({ maxLength: 1_000, description: 'What you did, for the coordinators.' });
const Status = StringEnum(['waiting', 'approved', 'rejected'] as const, {
  description: '`waiting`: for a coordinator. Only approved hours count, as verified hours.',
});
const Version = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'The `version` that you have seen. If the report has changed since, nothing happens.',
});

const mission = {
  mission_id: Type.Optional(
    Type.Integer({ ...Id, description: 'Without it, the program’s default mission.' }),
  ),
};
const day = {
  ...DateInput,
  description: `In the organization’s time zone. At most ${oldestReportDays} days ago.`,
};
export const ReportCreate = Type.Object(
  { program_id: Id, ...mission, day: Type.String(day), minutes: Minutes, note: Type.Optional(Note) },
  { title: 'HourReportCreate' },
);
export type ReportCreateInput = Static<typeof ReportCreate>;

export const ReportChange = Type.Object(
  {
    program_id: Type.Optional(Type.Integer({ ...Id, description: 'Of the same organization.' })),
    ...mission,
    day: Type.Optional(Type.String(day)),
    minutes: Type.Optional(Minutes),
    note: Type.Optional(Note),
    version: Type.Optional(Version),
  },
  { title: 'HourReportChange' },
);
export type ReportChangeInput = Static<typeof ReportChange>;

export const Report = Type.Object(
  {
    id: Id,
    organization_id: Id,
    organization_name: Type.String(),
    user_id: Id,
    user_name: Type.String(),
    program_id: Id,
    program_name: Type.String(),
    mission_id: Id,
    mission_name: Type.String(),
    day: Type.String({ format: 'date', examples: ['2026-11-14'] }),
    minutes: Type.Integer(),
    note: Type.String(),
    status: Status,
    reason: Nullable(Type.String({ description: 'Why it was rejected.' })),
    version: Type.Integer({ description: 'Rises with each change and each decision.' }),
    decided_by_name: Nullable(Type.String()),
    decided_at: Nullable(Timestamp),
    created_at: Timestamp,
  },
  { title: 'HourReport' },
);
export type ReportBody = Static<typeof Report>;
export const ReportPage = Page('HourReportList', Report);

export const MyReportsQuery = Type.Object({
  ...PageQuery,
  organization_id: Type.Optional(Id),
  status: Type.Optional(Status),
});
export type MyReportsQueryInput = Static<typeof MyReportsQuery>;
export const ReportsQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(Status),
  user_id: Type.Optional(Type.Integer({ ...Id, description: 'Only this person’s.' })),
});
export type ReportsQueryInput = Static<typeof ReportsQuery>;

export const ReportApproval = Type.Object(
  { version: Type.Optional(Version) },
  { title: 'HourReportApproval' },
);
export const ReportRejection = Type.Object(
  {
    reason: Type.String({
      ...Reason,
      minLength: 1,
      pattern: notBlank,
      description: 'For the person who reported the hours.',
    }),
    version: Type.Optional(Version),
  },
  { title: 'HourReportRejection' },
);
export const ReportApprovals = Type.Object(
  {
    reports: Type.Array(Type.Object({ id: Id, version: Type.Optional(Version) }), {
      minItems: 1,
      maxItems: 500,
    }),
  },
  { title: 'HourReportApprovals' },
);
export const ReportsApproved = Type.Object(
  {
    ...Success.properties,
    approved: Type.Integer({
      description: 'How many. Reports that have changed, or that no longer wait, are left out.',
    }),
  },
  { title: 'HourReportsApproved' },
);
