import { type Static, Type } from 'typebox';
import { DateInput, Id, StringEnum } from '#platform/http/schema.ts';

export const OverviewQuery = Type.Object({
  from: Type.String({ ...DateInput, description: 'First day, in the organization’s time zone.' }),
  to: Type.String({ ...DateInput, description: 'Last day, inclusive. At most 366 days in all.' }),
  program_id: Type.Optional(Id),
  format: Type.Optional(
    StringEnum(['json', 'csv', 'xlsx'] as const, {
      description: 'A file has one line for each program or month, and one for the total.',
    }),
  ),
  group_by: Type.Optional(
    StringEnum(['program', 'month'] as const, {
      default: 'program',
      description: 'What a file has a line for. JSON always has both.',
    }),
  ),
});
export type OverviewInput = Static<typeof OverviewQuery>;

const figures = {
  shifts: Type.Integer({ description: 'Published shifts that start in the period.' }),
  spots: Type.Integer({ description: 'Their spots. Shifts without a limit are not counted.' }),
  filled: Type.Integer({ description: 'How many of these spots are taken.' }),
  came: Type.Integer({ description: 'How often someone came to a shift, by the time of the check-in.' }),
  no_shows: Type.Integer({ description: 'Of the shifts that start in the period.' }),
  people: Type.Integer({ description: 'How many different people came.' }),
  new_people: Type.Integer({
    description: 'Those of them who had never come to a shift of the organization before.',
  }),
  minutes: Type.Integer(),
  verified_minutes: Type.Integer(),
};
const Figures = Type.Object(figures, {
  title: 'OverviewFigures',
  description: '`year_before` has those of the same days a year earlier.',
});
export type FiguresBody = Static<typeof Figures>;

const earlier = { year_before: Figures };
export const Overview = Type.Object(
  {
    from: Type.String({ format: 'date' }),
    to: Type.String({ format: 'date' }),
    totals: Figures,
    ...earlier,
    programs: Type.Array(
      Type.Object({ program_id: Id, program_name: Type.String(), ...figures, ...earlier }),
      { description: 'By name.' },
    ),
    months: Type.Array(
      Type.Object({ month: Type.String({ examples: ['2026-03'] }), ...figures, ...earlier }),
      { description: 'Every month of the period.' },
    ),
  },
  { title: 'Overview' },
);
export type OverviewBody = Static<typeof Overview>;
