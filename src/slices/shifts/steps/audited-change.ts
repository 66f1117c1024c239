import type { ChangeShiftInput } from '../schema/shift.ts';
import type { Occurrence, ShiftRow } from '../sql/shifts.ts';
import { newRole, teamNotesOf } from './make-shifts.ts';

type Values = Readonly<Record<string, unknown>>;
type Sent = Omit<ChangeShiftInput, 'scope' | 'dry_run'>;

/** The old and new values of what a change makes different. Forms send every field, also those that stay. */
export function auditedChange(target: ShiftRow, change: Sent, times: Occurrence | undefined) {
  const old = valuesOf(target);
  const sent = sentValues(change, times);
  const fields = Object.keys(sent).filter(
    (field) => sent[field] !== undefined && JSON.stringify(sent[field]) !== JSON.stringify(old[field]),
  );
  const only = (values: Values) => Object.fromEntries(fields.map((field) => [field, values[field]]));
  return { before: only(old), after: only(sent) };
}

function valuesOf({ edited, roles, ...shift }: ShiftRow): Values {
  return { ...shift, roles: roles.map(newRole), follows_series: shift.series_id !== null && !edited };
}

/** The times are those of this shift: others of its series move by the same hours, but not to the same day. */
function sentValues({ title, team_notes, roles, ...change }: Sent, times: Occurrence | undefined): Values {
  return {
    ...change,
    title: title?.trim(),
    team_notes: team_notes === undefined ? undefined : teamNotesOf(team_notes),
    roles: roles?.map(newRole),
    start_time: times?.start,
    end_time: times?.end,
  };
}
