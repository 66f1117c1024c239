import { type Static, Type } from 'typebox';
import { Id, Nullable, Page, PageQuery, Timestamp, TimestampInput } from '#platform/http/schema.ts';
import { AttendanceRecord } from './attendance.ts';

const ShiftInBrief = Type.Object(
  {
    id: Id,
    organization_id: Id,
    title: Type.String(),
    location: Type.String(),
    start_time: Timestamp,
    end_time: Timestamp,
    time_zone: Type.String(),
  },
  { title: 'ShiftInBrief' },
);

export const UnverifiedRecord = Type.Object(
  { ...AttendanceRecord.properties, user_name: Type.String(), shift: ShiftInBrief },
  { title: 'UnverifiedRecord' },
);
export const UnverifiedPage = Page('UnverifiedList', UnverifiedRecord);
export const UnverifiedQuery = Type.Object({ ...PageQuery, shift_id: Type.Optional(Id) });
export type UnverifiedQueryInput = Static<typeof UnverifiedQuery>;

/** How many names of each state are listed; the count says how many there are. */
export const namesListed = 8;

const People = (description: string) =>
  Type.Object(
    {
      count: Type.Integer(),
      names: Type.Array(Type.String(), { description: `At most ${namesListed}, in order of sign-up.` }),
    },
    { description },
  );

export const ShiftAttendance = Type.Object(
  {
    ...ShiftInBrief.properties,
    capacity: Nullable(Type.Integer({ description: 'Null: no limit.' })),
    signup_count: Type.Integer(),
    pending_count: Type.Integer(),
    waitlist_count: Type.Integer(),
    expected: People('Signed up and not checked in.'),
    checked_in: People('Checked in on time and still there.'),
    late: People('Checked in late and still there.'),
    checked_out: People('Checked out.'),
    no_show: People('Marked as no-shows.'),
  },
  { title: 'ShiftAttendance' },
);
export type ShiftAttendanceBody = Static<typeof ShiftAttendance>;
export const ShiftAttendancePage = Page('ShiftAttendanceList', ShiftAttendance);
export const ShiftAttendanceQuery = Type.Object({
  ...PageQuery,
  ends_after: Type.String({ ...TimestampInput, description: 'Shifts that end after this time.' }),
  to: Type.String({ ...TimestampInput, description: 'Shifts that start before this time.' }),
});
export type ShiftAttendanceQueryInput = Static<typeof ShiftAttendanceQuery>;
