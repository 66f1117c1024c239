import { type Static, Type } from 'typebox';
import { Id, Nullable, Page, PageQuery, StringEnum, Timestamp } from '#platform/http/schema.ts';
import { Shift } from '#slices/shifts/index.ts';
import { Registration } from './registration.ts';

// Sizes only: what the values mean is checked by the rules, which report every error at once.
const Clock = (description: string, example: string) =>
  Type.String({ maxLength: 5, description, examples: [example] });
const Until = Clock('Up to 24:00. A time before or equal to `from` is on the next day.', '17:00');

const WeeklyWindow = Type.Object(
  {
    weekday: Type.Integer({
      minimum: 0,
      maximum: 99,
      description: '1 is Monday, 7 is Sunday.',
      examples: [6],
    }),
    from: Clock('Local time in `time_zone`.', '09:00'),
    until: Until,
  },
  { title: 'WeeklyWindow' },
);

const AvailabilityException = Type.Object(
  {
    date: Type.String({ maxLength: 10, examples: ['2026-12-24'] }),
    available: Type.Boolean({
      description: 'True: these hours replace the weekly ones. False: not available during these hours.',
    }),
    from: Type.Optional(Nullable(Clock('Leave out `from` and `until` for the whole day.', '09:00'))),
    until: Type.Optional(Nullable(Until)),
  },
  { title: 'AvailabilityException' },
);

const Zone = Type.String({ maxLength: 64, examples: ['Europe/Berlin'] });

export const AvailabilityRequest = Type.Object(
  {
    time_zone: Type.Optional(Zone),
    weekly: Type.Optional(
      Type.Array(WeeklyWindow, {
        maxItems: 100,
        description: 'If empty, you’re always available except for the exceptions.',
      }),
    ),
    exceptions: Type.Optional(Type.Array(AvailabilityException, { maxItems: 1_000 })),
  },
  { title: 'AvailabilityRequest' },
);
export type AvailabilityInput = Static<typeof AvailabilityRequest>;

export const Availability = Type.Object(
  {
    time_zone: Type.String(),
    weekly: Type.Array(WeeklyWindow),
    exceptions: Type.Array(AvailabilityException),
    updated_at: Nullable(Timestamp),
  },
  { title: 'Availability' },
);
export type AvailabilityBody = Static<typeof Availability>;

const shift = Shift.properties;
const withShift = {
  ...Registration.properties,
  shift: Type.Object(
    {
      id: shift.id,
      title: shift.title,
      start_time: shift.start_time,
      end_time: shift.end_time,
      time_zone: shift.time_zone,
      location: shift.location,
      status: shift.status,
      organization_id: shift.organization_id,
      program_id: shift.program_id,
      mission_id: shift.mission_id,
      organization_name: Type.String(),
    },
    { title: 'ShiftOfRegistration' },
  ),
};
export const MyRegistration = Type.Object(
  {
    ...withShift,
    attendance: Nullable(
      StringEnum(['checked_in', 'checked_out', 'no_show'] as const, {
        description:
          'Whether the person came. Null if nothing was recorded, or with an API key without the scope `attendance`.',
      }),
    ),
  },
  { title: 'MyRegistration' },
);
export type MyRegistrationBody = Static<typeof MyRegistration>;
export const MyRegistrationPage = Page('MyRegistrationList', MyRegistration);

export const MyRegistrationQuery = Type.Object({
  ...PageQuery,
  when: Type.Optional(
    StringEnum(['upcoming', 'past', 'all'] as const, {
      default: 'upcoming',
      description:
        '`upcoming`: shifts that haven’t ended, next one first, without cancelled ones unless you ask for them with `status`. `past` and `all`: latest first.',
    }),
  ),
  status: Type.Optional(Registration.properties.status),
});
export type MyRegistrationQueryInput = Static<typeof MyRegistrationQuery>;

export const WaitingRegistration = Type.Object(
  { ...withShift, user_name: Type.String() },
  { title: 'WaitingRegistration' },
);
export const WaitingPage = Page('WaitingRegistrationList', WaitingRegistration);
export const WaitingQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(
    StringEnum(['pending_approval', 'offered'] as const, { description: 'Default: both.' }),
  ),
});
export type WaitingQueryInput = Static<typeof WaitingQuery>;

export const CalendarFeedRequest = Type.Object(
  {
    organization_id: Type.Optional(
      Nullable(
        Type.Integer({
          ...Id,
          description: 'All shifts of this organization. Without it, your own shifts.',
        }),
      ),
    ),
  },
  { title: 'CalendarFeedRequest' },
);

export const CalendarFeed = Type.Object(
  { id: Id, organization_id: Nullable(Id), created_at: Timestamp },
  { title: 'CalendarFeed' },
);
export type CalendarFeedBody = Static<typeof CalendarFeed>;
export const CalendarFeedPage = Page('CalendarFeedList', CalendarFeed);

export const CalendarFeedCreated = Type.Object(
  {
    ...CalendarFeed.properties,
    url: Type.String({ description: 'Secret and shown only once. Anyone who has it can read the calendar.' }),
  },
  { title: 'CalendarFeedCreated' },
);

const Token = Type.String({ minLength: 1, maxLength: 200, description: 'The token of a calendar link.' });
export const CalendarQuery = Type.Object({ token: Token });
export const OwnCalendarQuery = Type.Object({ token: Type.Optional(Token) });
