import { type Static, Type } from 'typebox';
import {
  Description,
  FieldError,
  Id,
  Limit,
  Nullable,
  Page,
  PageQuery,
  Reason,
  SingleLine,
  StringEnum,
  Success,
  Timestamp,
  TimestampInput,
  TimeZone,
  Title,
} from '#platform/http/schema.ts';

const { code, message, params } = FieldError.properties;
const Note = Type.Object({ code, message, params });
export type NoteBody = Static<typeof Note>;
export const Warnings = Type.Array(Note);

export const SeriesChange = Type.Object(
  {
    id: Id,
    series_id: Id,
    shift_id: Type.Integer({ minimum: 1, description: 'The shift in the request.' }),
    kind: StringEnum(['change', 'publish', 'cancel'] as const),
    status: StringEnum(['queued', 'running', 'done', 'failed'] as const, {
      description:
        '`failed`: it stopped before the end. Changes made so far stay. Send the request again for the rest.',
    }),
    total: Type.Integer({ minimum: 0, description: 'Number of shifts to change.' }),
    done: Type.Integer({ minimum: 0, description: 'Number of shifts processed so far.' }),
    changed: Type.Integer({ minimum: 0 }),
    unchanged: Type.Array(Type.Object({ shift_id: Id, ...Note.properties }), {
      description: 'Shifts that were skipped because something changed in the meantime, with the reason.',
    }),
    warnings: Warnings,
    created_at: Timestamp,
    updated_at: Timestamp,
    finished_at: Nullable(Timestamp),
  },
  {
    title: 'SeriesChange',
    description:
      'Progress of a change to a long series. It continues after the response; poll `GET /series-changes/{id}`.',
  },
);
export type SeriesChangeBody = Static<typeof SeriesChange>;

export const SeriesChangePage = Page('SeriesChangeList', SeriesChange);
export const SeriesChangeQuery = Type.Object({ ...PageQuery, series_id: Id });
export type SeriesChangeQueryInput = Static<typeof SeriesChangeQuery>;

/** Part of an answer to a change of a long series. */
export const Operation = Type.Optional(SeriesChange);

export const PublishedShift = Type.Object(
  { ...Success.properties, operation: Operation },
  { title: 'ShiftPublished' },
);
export type PublishedBody = Static<typeof PublishedShift>;

export const CancelledShift = Type.Object(
  { ...Success.properties, cancelled: Type.Integer(), operation: Operation },
  { title: 'ShiftCancelled' },
);
export type CancelledBody = Static<typeof CancelledShift>;

const Capacity = Type.Integer({
  minimum: 1,
  maximum: 100_000,
  description: 'Number of spots. Null means unlimited.',
});
const Minimum = Type.Integer({
  minimum: 1,
  maximum: 100_000,
  description:
    'With fewer confirmed people, the shift is understaffed. At most as many as there are spots. Null: one person is enough.',
});
const RoleMinimum = Type.Integer({
  minimum: 1,
  maximum: 100_000,
  description: 'With fewer confirmed people in this role, the shift is understaffed. Null: no minimum.',
});
const WaitlistCapacity = Type.Integer({
  minimum: 0,
  maximum: 100_000,
  description: '0: no waitlist. Null: unlimited waitlist.',
});
const Status = StringEnum(['draft', 'published', 'cancelled'] as const);
const Location = SingleLine(500);
const TeamNotes = Type.String({
  maxLength: 5_000,
  description:
    'Only for the people on the shift and those who run it: see `GET /shifts/{id}/team-notes`. Null or empty: none.',
});
const RoleKey = Type.String({ maxLength: 63, pattern: '^[a-z0-9][a-z0-9_-]{0,62}$', examples: ['driver'] });

const Role = Type.Object(
  {
    id: Id,
    key: Type.String(),
    name: Type.String(),
    capacity: Nullable(Capacity),
    minimum: Nullable(RoleMinimum),
    signup_count: Type.Integer({ minimum: 0, description: 'People with a confirmed spot in this role.' }),
    spots_left: Nullable(
      Type.Integer({
        minimum: 0,
        description:
          'Never more than the whole shift has left. Null if neither the role nor the shift has a limit.',
      }),
    ),
  },
  { title: 'ShiftRole' },
);

export const Shift = Type.Object(
  {
    id: Id,
    organization_id: Id,
    program_id: Id,
    mission_id: Id,
    title: Type.String(),
    description: Type.String(),
    location: Type.String(),
    start_time: Timestamp,
    end_time: Timestamp,
    time_zone: Type.String(),
    requires_approval: Type.Boolean(),
    status: Status,
    roles: Type.Array(Role),
    series_id: Nullable(Id),
    created_at: Timestamp,
    updated_at: Timestamp,
    capacity: Nullable(Type.Integer({ description: 'Null means unlimited.' })),
    minimum: Nullable(Minimum),
    waitlist_capacity: Nullable(Type.Integer({ description: '0: no waitlist. Null: unlimited waitlist.' })),
    signup_count: Type.Integer({ description: 'People with a confirmed spot.' }),
    pending_count: Type.Integer({ description: 'Sign-ups that need approval. Each holds a spot.' }),
    waitlist_count: Type.Integer(),
    spots_left: Nullable(Type.Integer({ description: 'Null means unlimited.' })),
  },
  { title: 'Shift' },
);
export type ShiftBody = Static<typeof Shift>;
export const ShiftPage = Page('ShiftList', Shift);

const RoleInput = Type.Object({
  id: Type.Optional(Id),
  key: RoleKey,
  name: Title,
  capacity: Type.Optional(Nullable(Capacity)),
  minimum: Type.Optional(Nullable(RoleMinimum)),
});
const Roles = Type.Array(RoleInput, { maxItems: 50 });
export type RoleInputValues = Static<typeof RoleInput>;

const Scope = Type.Optional(
  StringEnum(['this', 'following', 'all'] as const, {
    description:
      'For a series: only this shift (default), this and the following ones, or all that haven’t started.',
  }),
);

/** What can be changed on many shifts at once: all but their times and roles. */
export const ShiftTexts = {
  title: Type.Optional(Title),
  description: Type.Optional(Description),
  location: Type.Optional(Location),
  team_notes: Type.Optional(Nullable(TeamNotes)),
  time_zone: Type.Optional(TimeZone),
  capacity: Type.Optional(Nullable(Capacity)),
  minimum: Type.Optional(Nullable(Minimum)),
  waitlist_capacity: Type.Optional(Nullable(WaitlistCapacity)),
  requires_approval: Type.Optional(Type.Boolean({ description: 'A coordinator must approve each sign-up.' })),
  mission_id: Type.Optional(
    Type.Integer({ ...Id, description: 'Default: the default mission of the program.' }),
  ),
};
const Texts = { ...ShiftTexts, roles: Type.Optional(Roles) };

export const CreateShiftRequest = Type.Object(
  {
    program_id: Id,
    start_time: TimestampInput,
    end_time: TimestampInput,
    ...Texts,
    status: Type.Optional(
      StringEnum(['draft', 'published'] as const, {
        description: 'Default: published. Only coordinators see drafts.',
      }),
    ),
    recurrence: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description:
          'An RFC 5545 RRULE, optionally with EXDATE lines, in the shift’s time zone. Creates the whole series.',
        examples: ['FREQ=WEEKLY;BYDAY=SA;COUNT=10'],
      }),
    ),
  },
  { title: 'CreateShiftRequest' },
);
export type CreateShiftInput = Static<typeof CreateShiftRequest>;

export const CreateResponse = Type.Object(
  {
    id: Id,
    series_id: Type.Optional(Id),
    shift_ids: Type.Optional(Type.Array(Id, { description: 'The shifts of the new series.' })),
  },
  { title: 'CreateResponse' },
);

export const DryRun = Type.Optional(
  Type.Boolean({ description: 'Changes nothing. The response says what would happen.' }),
);

export const ChangeShiftRequest = Type.Object(
  {
    start_time: Type.Optional(TimestampInput),
    end_time: Type.Optional(TimestampInput),
    ...Texts,
    scope: Scope,
    follows_series: Type.Optional(
      Type.Boolean({
        description:
          'For a single shift of a series. `true`: later changes of the series apply to it too, as before it was changed separately. Default: it keeps what it has.',
      }),
    ),
    dry_run: DryRun,
  },
  { title: 'ChangeShiftRequest' },
);
export type ChangeShiftInput = Static<typeof ChangeShiftRequest>;

export const People = Type.Integer({
  minimum: 0,
  description: 'With `dry_run`: how many people would be notified of another time or place.',
});

const Preview = Type.Object(
  {
    people: People,
    refusals: Type.Array(FieldError, {
      description: 'Why the change would be refused. Empty: it wouldn’t be.',
    }),
    unchanged: Type.Array(Type.Object({ shift_id: Id, ...Note.properties }), {
      description: 'Shifts of the series that would stay as they are, with the reason.',
    }),
    follows_series: Type.Boolean({
      description:
        'Changes of its series apply to this shift. `false`: it was changed separately, or has no series.',
    }),
    etag: Type.String({
      description: 'Send it as `If-Match` to change the shift only if it is still the same.',
    }),
  },
  { title: 'ShiftChangePreview' },
);

export const ChangedShift = Type.Object(
  {
    ...Shift.properties,
    changed: Type.Integer({
      description: 'The number of shifts changed so far; with `dry_run`, the number that would change.',
    }),
    warnings: Warnings,
    operation: Operation,
    preview: Type.Optional(Preview),
  },
  { title: 'ChangedShift' },
);
export type ChangedShiftBody = Static<typeof ChangedShift>;

export const CancelShiftRequest = Type.Object(
  { reason: Type.Optional(Reason), scope: Scope },
  { title: 'CancelShiftRequest' },
);

export const PublishShiftRequest = Type.Object({ scope: Scope }, { title: 'PublishShiftRequest' });

export const DuplicateShiftRequest = Type.Object(
  {
    start_time: TimestampInput,
    end_time: Type.Optional(TimestampInput),
    status: Type.Optional(StringEnum(['draft', 'published'] as const)),
  },
  { title: 'DuplicateShiftRequest' },
);

export const ShiftQuery = Type.Object({
  ...PageQuery,
  organization_id: Type.Optional(Id),
  program_id: Type.Optional(Id),
  mission_id: Type.Optional(Id),
  series_id: Type.Optional(Id),
  from: Type.Optional(
    Type.String({ ...TimestampInput, description: 'Shifts that start at this time or later.' }),
  ),
  to: Type.Optional(Type.String({ ...TimestampInput, description: 'Shifts that start before this time.' })),
  ends_after: Type.Optional(
    Type.String({
      ...TimestampInput,
      description:
        'Shifts that end after this time, including those that have already started. With `to`: all shifts that overlap the time in between.',
    }),
  ),
  status: Type.Optional(
    StringEnum(['draft', 'published', 'cancelled', 'all'] as const, {
      default: 'published',
      description:
        '`draft` and `all` are only for people who plan the shifts of `organization_id`. It can be left out if you plan shifts of one organization only. Drafts that were cancelled are listed with `cancelled` for people who plan the shifts of `organization_id`. `all` leaves out cancelled shifts with `has_space` or `staffing`.',
    }),
  ),
  has_space: Type.Optional(
    Type.Boolean({
      description: 'With or without free spots. With `from`, shifts that have started are left out.',
    }),
  ),
  staffing: Type.Optional(
    StringEnum(['understaffed', 'open', 'full'] as const, {
      description:
        '`understaffed`: fewer confirmed people than the minimum, of the shift or of one of its roles; without a minimum, no one. `open`: with free spots. `full`: without.',
    }),
  ),
  eligible: Type.Optional(
    StringEnum(['me'] as const, { description: '`me`: only shifts that you can take.' }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Words from the title, place or description, or how they begin. All of them must match.',
    }),
  ),
  sort: Type.Optional(StringEnum(['start_time', '-start_time'] as const)),
});
export type ShiftQueryInput = Static<typeof ShiftQuery>;

export const CalendarQuery = Type.Object({
  ...ShiftQuery.properties,
  limit: Limit(1_000, 1_000),
});
