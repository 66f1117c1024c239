import { type Static, Type } from 'typebox';
import { FieldError, Id, Nullable, StringEnum, Timestamp } from '#platform/http/schema.ts';
import { DryRun, Shift } from './shift.ts';

export const mostImported = 2_000;
/** Problems and notes that an answer lists. Its counts say how many there are. */
export const mostListed = 100;

export const importedFile =
  'UTF-8, up to 10 MiB and 2,000 lines, with commas, semicolons or tabs between cells. The first line names the columns, in any order, in English or German: `start` and `end`, as times such as `09:00` with a `date`, or as date and time in one cell; `title`, `description`, `location`, `capacity`, `minimum`, `waitlist_capacity`, `requires_approval`, `team_notes`, `time_zone`, `end_date` and `mission` are optional. Times without an offset are local times of the organization.';

export const ImportQuery = Type.Object({
  program_id: Type.Integer({ ...Id, description: 'The program that the shifts are for.' }),
  dry_run: DryRun,
});
export type ImportQueryInput = Static<typeof ImportQuery>;

const line = Type.Integer({
  minimum: 1,
  description: 'Of the file, from 1. The first one names the columns.',
});
const { code, message, params } = FieldError.properties;
const { title, time_zone } = Shift.properties;

const Problem = Type.Object(
  {
    line,
    column: Nullable(
      Type.String({ description: 'As the file calls it. Null if it is about the whole line.' }),
    ),
    code,
    message,
    params,
  },
  { title: 'ImportProblem' },
);
export type ImportProblemBody = Static<typeof Problem>;

export const ImportedShifts = Type.Object(
  {
    created: Type.Integer({
      minimum: 0,
      description: 'With `dry_run`, the number of shifts that would be created if there were no problems.',
    }),
    already_there: Type.Integer({
      minimum: 0,
      description: 'Lines with the program, title and start of a shift in the plan. They are left out.',
    }),
    problem_count: Type.Integer({ minimum: 0, description: 'Only with `dry_run` more than 0.' }),
    problems: Type.Array(Problem, { description: `The first ${mostListed}, by line.` }),
    warning_count: Type.Integer({ minimum: 0 }),
    warnings: Type.Array(Problem, {
      description: `What to check before publishing, such as times that the clocks skip. The first ${mostListed}, by line.`,
    }),
    ignored_columns: Type.Array(Type.String(), { description: 'Columns of the file that were not used.' }),
    items: Type.Array(
      Type.Object({
        line,
        status: StringEnum(['created', 'already_there'] as const),
        id: Nullable(Type.Integer({ ...Id, description: 'The new shift. Null with `dry_run`.' })),
        title,
        start_time: Timestamp,
        end_time: Timestamp,
        time_zone,
      }),
      { description: 'One per line without a problem.' },
    ),
  },
  { title: 'ImportedShifts' },
);
export type ImportedShiftsBody = Static<typeof ImportedShifts>;
