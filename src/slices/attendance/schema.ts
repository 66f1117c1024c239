import { type Static, Type } from 'typebox';
import {
  Id,
  ItemProblem,
  Limit,
  Nullable,
  notBlank,
  Page,
  PageQuery,
  Reason,
  StringEnum,
  Success,
  Timestamp,
  TimestampInput,
} from '#platform/http/schema.ts';

const Status = StringEnum(['expected', 'checked_in', 'checked_out', 'no_show'] as const);
export const Metadata = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'Any JSON object up to 8 KiB, stored as it is.',
});
const Code = (description: string) => Type.String({ minLength: 6, maxLength: 200, description });
export const shortCodePattern = '^[0-9]{6}$';

export const AttendanceRecord = Type.Object(
  {
    id: Id,
    shift_id: Id,
    user_id: Id,
    registration_id: Id,
    status: Status,
    checked_in_at: Nullable(Timestamp),
    checked_out_at: Nullable(Timestamp),
    minutes: Nullable(Type.Integer()),
    late: Type.Boolean(),
    method: Nullable(Type.String()),
    metadata: Type.Unsafe<Record<string, unknown> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
    }),
    verified_by: Nullable(Id),
    verified_at: Nullable(Timestamp),
    note: Nullable(Type.String()),
    flags: Type.Array(Type.String()),
    user_name: Type.Optional(Type.String()),
  },
  { title: 'AttendanceRecord' },
);
export type AttendanceBody = Static<typeof AttendanceRecord>;

export const CheckInRequest = Type.Object(
  {
    user_id: Type.Integer({ ...Id, description: 'The person to check in. Volunteers send their own id.' }),
    code: Type.Optional(
      Code(
        'The scanned code: of the shift’s poster, or of the person in `user_id`. The check-in desk can also send the six-digit code of the person.',
      ),
    ),
    metadata: Type.Optional(Nullable(Metadata)),
    override: Type.Optional(
      Type.Object({
        reason: Type.String({ ...Reason, minLength: 1, pattern: notBlank }),
        capacity: Type.Optional(Type.Boolean({ default: false })),
      }),
    ),
  },
  { title: 'CheckInRequest' },
);
export type CheckInInput = Static<typeof CheckInRequest>;

export const CheckOutRequest = Type.Object(
  {
    user_id: Type.Optional(
      Type.Integer({
        ...Id,
        description: 'The person to check out. Default: you, or the person whose code you send.',
      }),
    ),
    code: Type.Optional(Code('A scanned code instead of `user_id`.')),
    metadata: Type.Optional(Nullable(Metadata)),
  },
  { title: 'CheckOutRequest' },
);
export type CheckOutInput = Static<typeof CheckOutRequest>;

const Changed = Type.Boolean({
  description: 'False if nothing changed, such as for someone who was already checked in or out.',
});
export const AttendanceAnswer = Type.Object(
  { ...Success.properties, changed: Changed, attendance: AttendanceRecord },
  { title: 'AttendanceResponse' },
);
export type AttendanceAnswerBody = Static<typeof AttendanceAnswer>;

export const AttendancePage = Page('AttendanceList', AttendanceRecord);
export const AttendanceQuery = Type.Object({
  ...PageQuery,
  // A desk searches everyone on the shift, so its pages are larger than those of other lists.
  limit: Limit(1_000, 50),
  status: Type.Optional(Status),
});
export const OwnAttendanceQuery = Type.Object({ ...PageQuery, shift_id: Type.Optional(Id) });

/** Of a shift of seven days. Where clocks go back by most, in Antarctica/Troll, it lasts two hours more. */
const mostMinutes = 7 * 24 * 60 + 120;

export const Correction = Type.Object(
  {
    status: Type.Optional(StringEnum(['checked_in', 'checked_out', 'no_show', 'expected'] as const)),
    checked_in_at: Type.Optional(Nullable(TimestampInput)),
    checked_out_at: Type.Optional(Nullable(TimestampInput)),
    minutes: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: mostMinutes }))),
    note: Type.Optional(Nullable(Type.String({ maxLength: 1_000 }))),
    reason: Type.Optional(Reason),
  },
  {
    title: 'AttendanceCorrection',
    description:
      'Fields that you leave out keep their value. If the status needs a time that is missing, the shift’s time is used, or the current time for a check-out before the shift’s end. `minutes: null` calculates the minutes from the times again.',
  },
);
export type CorrectionInput = Static<typeof Correction>;

export const PersonCode = Type.Object(
  {
    code: Type.String(),
    expires_at: Timestamp,
    offline: Type.Object(
      { code: Type.String(), expires_at: Timestamp },
      { description: 'For the device to store and show when it’s offline. Valid until tomorrow.' },
    ),
  },
  { title: 'CheckInCode' },
);
export const ShortCode = Type.Object(
  {
    code: Type.String({ pattern: shortCodePattern, examples: ['480213'] }),
    expires_at: Timestamp,
  },
  { title: 'ShortCheckInCode' },
);
export const ShortCodeQuestion = Type.Object(
  {
    organization_id: Type.Optional(Id),
    code: Type.String({ pattern: shortCodePattern, maxLength: 6, examples: ['480213'] }),
  },
  { title: 'ShortCheckInCodeQuestion' },
);
export type ShortCodeQuestionInput = Static<typeof ShortCodeQuestion>;
export const CodeHolder = Type.Object({ user_id: Id, name: Type.String() }, { title: 'CheckInCodeHolder' });

export const PosterCode = Type.Object({ code: Type.String(), url: Type.String() }, { title: 'PosterCode' });

export const ScanBatch = Type.Object(
  {
    organization_id: Type.Optional(Id),
    scans: Type.Array(
      Type.Object({
        nonce: Type.String({ minLength: 8, maxLength: 100, pattern: '^[\\w.:-]+$' }),
        shift_id: Id,
        action: StringEnum(['checkin', 'checkout'] as const),
        // What a desk has read wrongly is judged scan by scan: the others of the batch must get through.
        at: Type.String({
          maxLength: 200,
          description: 'When it was scanned: ISO 8601 with `Z` or an offset.',
        }),
        user_id: Type.Optional(Id),
        code: Type.Optional(
          Type.String({
            maxLength: 2_000,
            description: 'A scanned code instead of `user_id`. One of the two is required.',
          }),
        ),
        metadata: Type.Optional(Nullable(Metadata)),
      }),
      { minItems: 1, maxItems: 500 },
    ),
  },
  { title: 'ScanBatch' },
);
export type ScanBatchInput = Static<typeof ScanBatch>;

export const ScanResults = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        nonce: Type.String(),
        success: Type.Boolean(),
        repeated: Type.Boolean({ description: 'True if the scan was sent before; then `changed` is false.' }),
        changed: Changed,
        attendance: Nullable(AttendanceRecord),
        error: Nullable(ItemProblem),
      }),
    ),
  },
  { title: 'ScanResults' },
);

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
    capacity: Nullable(Type.Integer({ description: 'Null means unlimited.' })),
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
