import type { Call } from '#kernel/call.ts';
import { knownZone } from '#kernel/zones.ts';
import type { Reader, Tx } from '#platform/db/index.ts';
import { checkIfMatchText, entityTag } from '#platform/http/etag.ts';
import { errorBody } from '#platform/language/index.ts';
import type { Platform } from '#platform/slice.ts';
import { type Manage, openShift } from '../gate.ts';
import { presentNote, presentSeriesChange } from '../present.ts';
import { movedRule } from '../rules/moved-rule.ts';
import { moveAlong } from '../rules/moves.ts';
import { expandRecurrence } from '../rules/recurrence.ts';
import type { ChangedShiftBody, ChangeShiftInput, ShiftBody } from '../schema/shift.ts';
import { moveSeries, updateTemplate } from '../sql/series.ts';
import type { ShiftRow } from '../sql/shifts.ts';
import { findShiftText } from '../sql/texts.ts';
import { type Change, type ChangeInput, moveOf } from '../steps/apply-change.ts';
import { newRole, teamNotesOf } from '../steps/make-shifts.ts';
import { checkChange, namedOf, preview } from '../steps/preview-change.ts';
import type { Scope } from '../steps/shift-work.ts';
import { type Outcome, workOnShifts } from '../steps/work-on-shifts.ts';

/** Changes one occurrence, this and the following, or all of a series. What was edited by hand stays as it is. */
export async function changeShift(
  platform: Platform,
  call: Call,
  id: number,
  input: ChangeShiftInput,
): Promise<ChangedShiftBody> {
  const { scope = 'this', dry_run: isDryRun = false, ...change } = input;
  if (isDryRun) return await previewShift(platform, call, id, scope, change);
  return await workOnShifts(platform, call, id, {
    kind: 'change',
    scope,
    async check(tx, shift, grant) {
      const present = await findShiftText(tx, id);
      checkIfMatchText(call, present?.body ?? '');
      await checkChange(tx, grant, shift, change);
    },
    input: (named): ChangeInput => ({ change, named: namedOf(named), alone: scope === 'this' }),
    changeSeries: (tx, grant, named, seriesId) => changeSeries(tx, grant, named, seriesId, change),
    answer: (db, outcome) => answerOf(db, call, id, outcome),
  });
}

/** What would happen, without locks: it is asked for while a shift is dragged. */
async function previewShift(
  platform: Platform,
  call: Call,
  id: number,
  scope: Scope,
  change: Change,
): Promise<ChangedShiftBody> {
  const { db } = platform.database;
  const { shift, grant } = await openShift(db, call, id, 'shifts.manage');
  const present = (await findShiftText(db, id))?.body ?? '{}';
  checkIfMatchText(call, present);
  const found = await preview(platform, call, grant, shift, scope, change);
  return {
    ...(JSON.parse(present) as ShiftBody),
    changed: found.changed,
    warnings: found.warnings.map((warning) => presentNote(warning, call.language)),
    preview: {
      people: found.people,
      refusals: found.refusals.map((error) => errorBody(call.language, error)),
      unchanged: found.unchanged.map(({ shift_id, error }) => ({
        shift_id,
        ...presentNote(error, call.language),
      })),
      follows_series: shift.series_id !== null && !shift.edited,
      etag: entityTag(present),
    },
  };
}

async function answerOf(
  db: Reader,
  { language }: Call,
  id: number,
  { changed, warnings, operation }: Outcome,
): Promise<ChangedShiftBody> {
  const after = await findShiftText(db, id);
  return {
    ...(JSON.parse(after?.body ?? '{}') as ShiftBody),
    changed,
    warnings: warnings.map((warning) => presentNote(warning, language)),
    ...(operation && { operation: presentSeriesChange(operation, language) }),
  };
}

/** What is made later follows what was changed now. */
async function changeSeries(
  tx: Tx,
  grant: Manage,
  named: ShiftRow,
  seriesId: number,
  change: Change,
): Promise<void> {
  const series = await updateTemplate(tx, grant, seriesId, templateChange(change));
  if (!series?.made_until) return;
  const { rule, start_time, end_time, made_until, time_zone } = series;
  const zone = change.time_zone ?? time_zone;
  const move = moveOf({ change, named: namedOf(named) });
  if (!move && zone === time_zone) return;
  const moved = (start: Temporal.Instant, end = start) =>
    move ? moveAlong({ start_time: start, end_time: end, time_zone }, move) : { start, end };
  const clockOf = (at: Temporal.Instant, where: string) =>
    at.toZonedDateTimeISO(knownZone(where)).toPlainDateTime();
  const times = moved(start_time, end_time);
  // A series can begin on a day that its rule doesn't name.
  const recurrence = { rrule: rule, start: start_time, end: end_time, timeZone: time_zone };
  const [first = recurrence] = expandRecurrence({ ...recurrence, limit: 1 });
  await moveSeries(tx, grant, seriesId, {
    rule: movedRule(
      rule,
      clockOf(first.start, time_zone),
      clockOf(moved(first.start).start, zone),
      time_zone,
    ),
    start_time: times.start,
    end_time: times.end,
    // The horizon moves along: else an occurrence near it would be made twice, or never.
    made_until: moved(made_until).start,
    time_zone: zone,
  });
}

function templateChange(change: Change): Record<string, unknown> {
  const entries: [string, unknown][] = [
    ['missionId', change.mission_id],
    ['title', change.title?.trim()],
    ['description', change.description],
    ['location', change.location],
    ['teamNotes', change.team_notes === undefined ? undefined : teamNotesOf(change.team_notes)],
    ['timeZone', change.time_zone],
    ['requiresApproval', change.requires_approval],
    ['capacity', change.capacity],
    ['minimum', change.minimum],
    ['waitlistCapacity', change.waitlist_capacity],
    ['roles', change.roles?.map(newRole)],
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
