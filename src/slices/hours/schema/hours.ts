import { type Static, Type } from 'typebox';
import { DateInput, Id, Nullable, PageQuery, StringEnum, Success, Timestamp } from '#platform/http/schema.ts';

const Day = Type.String({ format: 'date', examples: ['2026-03-31'] });
const Edge = (text: string) =>
  Type.String({
    maxLength: 40,
    description: `${text} A day or month (in the organization’s time zone), or a time with an offset.`,
  });
const PeriodQuery = {
  from: Type.Optional(Edge('Start of the period.')),
  to: Type.Optional(Edge('End of the period, inclusive for a day or month.')),
};

const figures = {
  minutes: Type.Integer(),
  verified_minutes: Type.Integer({ description: 'Minutes that a coordinator has verified.' }),
  shifts: Type.Integer({
    description: 'How often someone came to a shift. Each time counts in the month of the check-in.',
  }),
};
export const HoursTotals = Type.Object(figures, { title: 'HoursTotals' });
const Month = Type.String({ examples: ['2026-03'] });

export const MyHoursQuery = Type.Object({ organization_id: Type.Optional(Id), ...PeriodQuery });
export type MyHoursQueryInput = Static<typeof MyHoursQuery>;

const named = { organization_id: Id, organization_name: Type.String() };
export const MyHours = Type.Object(
  {
    totals: HoursTotals,
    organizations: Type.Array(Type.Object({ ...named, ...figures })),
    items: Type.Array(
      Type.Object({ ...named, program_id: Id, program_name: Type.String(), month: Month, ...figures }),
      { description: 'By organization, program and month, newest month first.' },
    ),
  },
  { title: 'MyHours' },
);
export type MyHoursBody = Static<typeof MyHours>;

export const groups = ['person', 'program', 'month'] as const;
export const HoursQuery = Type.Object({
  ...PageQuery,
  ...PeriodQuery,
  group_by: Type.Optional(StringEnum(groups, { default: 'person' })),
  program_id: Type.Optional(Id),
  user_id: Type.Optional(Id),
  format: Type.Optional(
    StringEnum(['json', 'csv', 'xlsx'] as const, { description: 'A file has all rows and ignores `limit`.' }),
  ),
});
export type HoursQueryInput = Static<typeof HoursQuery>;

export const HoursLine = Type.Object(
  {
    user_id: Nullable(Id),
    user_name: Nullable(Type.String()),
    program_id: Nullable(Id),
    program_name: Nullable(Type.String()),
    month: Nullable(Month),
    ...figures,
  },
  { title: 'HoursLine', description: 'Fields that you don’t group by are null.' },
);
export type HoursLineBody = Static<typeof HoursLine>;
export const HoursPage = Type.Object(
  { items: Type.Array(HoursLine), next_cursor: Nullable(Type.String()), totals: HoursTotals },
  { title: 'HoursList' },
);

const letterPeriod = {
  from: Type.Optional(DateInput),
  to: Type.Optional(DateInput),
};
export const OwnLetterRequest = Type.Object(
  { organization_id: Type.Optional(Id), ...letterPeriod },
  { title: 'OwnHoursLetterRequest' },
);
export const LetterRequest = Type.Object(
  { user_id: Id, ...letterPeriod },
  {
    title: 'HoursLetterRequest',
    description: 'Without `from`, the letter starts with the first hours. Without `to`, it ends today.',
  },
);
export interface LetterPeriodInput {
  readonly from?: string;
  readonly to?: string;
}

export const Letter = Type.Object(
  {
    id: Id,
    code: Type.String({ description: 'Anyone can check it with `GET /hours/verify/{code}`.' }),
    verify_url: Type.String(),
    organization_id: Id,
    organization_name: Type.String(),
    user_id: Id,
    person_name: Nullable(Type.String()),
    from: Day,
    to: Day,
    time_zone: Type.String({ description: 'The organization’s, in which the days are meant.' }),
    lines: Type.Array(
      Type.Object({
        month: Month,
        program_name: Type.String(),
        minutes: Type.Integer(),
        shifts: Type.Integer(),
      }),
    ),
    minutes: Type.Integer(),
    verified_minutes: Type.Integer(),
    issued_at: Timestamp,
  },
  { title: 'HoursLetter' },
);
export type LetterBody = Static<typeof Letter>;
export const LetterAnswer = Type.Object(
  { ...Success.properties, letter: Letter },
  { title: 'HoursLetterResponse' },
);

export const CodePath = Type.Object({ code: Type.String({ minLength: 1, maxLength: 100 }) });
export const Verification = Type.Object(
  {
    genuine: Type.Boolean({ description: 'False if no letter has this code.' }),
    organization_name: Nullable(Type.String()),
    person_name: Nullable(
      Type.String({ description: 'The name on the letter. Null if the account has been deleted.' }),
    ),
    from: Nullable(Day),
    to: Nullable(Day),
    time_zone: Nullable(Type.String()),
    minutes: Nullable(Type.Integer()),
    verified_minutes: Nullable(Type.Integer()),
    issued_at: Nullable(Timestamp),
  },
  { title: 'HoursLetterVerification' },
);
export type VerificationBody = Static<typeof Verification>;
