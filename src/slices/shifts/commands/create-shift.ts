import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { knownZone } from '#kernel/zones.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, findOrganization, type Grant } from '#slices/organizations/index.ts';
import { findProgram } from '#slices/programs/index.ts';
import { shiftErrors } from '../errors.ts';
import { expandRecurrence } from '../rules/recurrence.ts';
import type { RecurrenceRule } from '../rules/recurrence-parts.ts';
import { mostOccurrences, parseRecurrence } from '../rules/recurrence-rule.ts';
import type { CreateShiftInput } from '../schema/shift.ts';
import { insertSeries } from '../sql/series.ts';
import type { Occurrence } from '../sql/shifts.ts';
import {
  type CreatedShifts,
  checkMission,
  creatorOf,
  horizonOf,
  madeUntil,
  makeShifts,
  readTimes,
  type ShiftDetails,
  templateOf,
} from '../steps/make-shifts.ts';

export async function createShift(
  platform: Platform,
  call: Call,
  input: CreateShiftInput,
): Promise<CreatedShifts> {
  return await inTransaction(platform.database, call, async (tx) => {
    const program = await findProgram(tx, input.program_id);
    if (!program) throw refuse(shiftErrors.program_not_found('program_id'));
    const grant = await authorize(tx, call, 'shifts.manage', program.organization_id, 'public');
    if (program.archived_at) throw refuse(shiftErrors.program_archived('program_id'));
    await checkMission(tx, grant, input.mission_id);
    const organization = await findOrganization(tx, grant.organizationId);
    const template = templateOf(input, program, knownZone(organization?.time_zone ?? 'UTC'));
    const times = readTimes(input.start_time, input.end_time, template.timeZone);
    if (input.recurrence === undefined) return { id: await createOne(tx, call, grant, template, times) };
    return await createSeries(tx, call, grant, template, times, input.recurrence);
  });
}

async function createOne(
  tx: Tx,
  call: Call,
  grant: Grant<'shifts.manage'>,
  template: ShiftDetails,
  times: Occurrence,
): Promise<number> {
  const [id] = await makeShifts(tx, call, grant, template, null, [times]);
  if (id === undefined) throw refuse('conflict');
  return id;
}

async function createSeries(
  tx: Tx,
  call: Call,
  grant: Grant<'shifts.manage'>,
  template: ShiftDetails,
  times: Occurrence,
  text: string,
): Promise<CreatedShifts> {
  const rule = readRule(text);
  const until = isEndless(rule) ? horizonOf(call.now, times.start) : null;
  const occurrences = expandRecurrence({
    rrule: rule,
    ...times,
    timeZone: template.timeZone,
    ...(until && { until }),
    limit: mostOccurrences,
  });
  if (occurrences.length === 0) throw refuse(shiftErrors.series_empty('recurrence'));
  refuseTooMany(rule, template, times, occurrences, until);
  const seriesId = await insertSeries(tx, grant, {
    programId: template.programId,
    rule: text,
    timeZone: template.timeZone,
    ...times,
    template,
    madeUntil: until && madeUntil(occurrences, until),
    createdBy: creatorOf(call),
    now: call.now,
  });
  const ids = await makeShifts(tx, call, grant, template, seriesId, occurrences);
  const [id] = ids;
  if (id === undefined) throw refuse('conflict');
  return { id, series_id: seriesId, shift_ids: ids };
}

function readRule(text: string): RecurrenceRule {
  const { rule, errors } = parseRecurrence(text);
  if (!rule) throw refuse('validation_failed', ...errors);
  return rule;
}

function isEndless(rule: RecurrenceRule): boolean {
  return rule.count === null && rule.until === null;
}

/** A series with an end is made whole or not at all. */
function refuseTooMany(
  rule: RecurrenceRule,
  template: ShiftDetails,
  times: Occurrence,
  occurrences: readonly Occurrence[],
  until: Temporal.Instant | null,
): void {
  const last = occurrences.at(-1);
  if (until || occurrences.length < mostOccurrences || !last) return;
  const from = last.start.add({ milliseconds: 1 });
  const more = expandRecurrence({ rrule: rule, ...times, timeZone: template.timeZone, from, limit: 1 });
  if (more.length > 0) throw refuse(shiftErrors.series_too_long('recurrence', { limit: mostOccurrences }));
}
