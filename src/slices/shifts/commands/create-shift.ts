import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { knownZone } from '#kernel/zones.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, findOrganization, type Grant } from '#slices/organizations/index.ts';
import { findMission, findProgram } from '#slices/programs/index.ts';
import { shiftErrors } from '../errors.ts';
import { shiftCreated } from '../events.ts';
import { expandRecurrence } from '../rules/recurrence.ts';
import type { RecurrenceRule } from '../rules/recurrence-parts.ts';
import { mostOccurrences, parseRecurrence } from '../rules/recurrence-rule.ts';
import type { CreateShiftInput } from '../schema/shift.ts';
import { insertSeries } from '../sql/series.ts';
import { insertShifts, type NewShift, type Occurrence } from '../sql/shifts.ts';

/** How far ahead the occurrences of an endless series are made. */
export const horizonDays = 180;

/** What a created shift looks like apart from its times; an endless series keeps it for its later occurrences. */
export type ShiftTemplate = Omit<NewShift, 'seriesId' | 'now' | 'createdBy'>;

export interface CreatedShifts {
  readonly id: number;
  readonly series_id?: number;
  readonly shift_ids?: number[];
}

export async function createShift(
  platform: Platform,
  call: Call,
  input: CreateShiftInput,
): Promise<CreatedShifts> {
  const times = readTimes(input.start_time, input.end_time);
  return await inTransaction(platform.database, call, async (tx) => {
    const program = await findProgram(tx, input.program_id);
    if (!program) throw refuse(shiftErrors.program_not_found('program_id'));
    const grant = await authorize(tx, call, 'shifts.manage', program.organization_id, 'public');
    if (program.archived_at) throw refuse(shiftErrors.program_archived('program_id'));
    const template = await makeTemplate(tx, grant, input, program);
    if (input.recurrence === undefined) return { id: await createOne(tx, call, grant, template, times) };
    return await createSeries(tx, call, grant, template, times, input.recurrence);
  });
}

const longestDays = 7;

export function readTimes(startText: string, endText: string): Occurrence {
  const start = Temporal.Instant.from(startText);
  const end = Temporal.Instant.from(endText);
  const minutes = (end.epochMilliseconds - start.epochMilliseconds) / 60_000;
  if (minutes < 1) throw refuse(shiftErrors.too_short('end_time'));
  if (minutes > longestDays * 24 * 60) throw refuse(shiftErrors.too_long('end_time', { days: longestDays }));
  return { start, end };
}

async function makeTemplate(
  tx: Tx,
  grant: Grant<'shifts.manage'>,
  input: CreateShiftInput,
  program: { id: number; name: string; default_mission_id: number },
): Promise<ShiftTemplate> {
  const missionId = input.mission_id ?? program.default_mission_id;
  await checkMission(tx, grant, input.mission_id);
  const organization = await findOrganization(tx, grant.organizationId);
  return {
    programId: program.id,
    missionId,
    title: input.title?.trim() ?? program.name,
    description: input.description ?? '',
    location: input.location ?? '',
    timeZone: input.time_zone ?? knownZone(organization?.time_zone ?? 'UTC'),
    requiresApproval: input.requires_approval ?? false,
    status: input.status ?? 'published',
    capacity: input.capacity ?? null,
    waitlistCapacity: input.waitlist_capacity === undefined ? 0 : input.waitlist_capacity,
    roles: checkRoles(input.roles ?? []).map(({ key, name, capacity }) => ({
      key,
      name,
      capacity: capacity ?? null,
    })),
  };
}

export async function checkMission(
  tx: Tx,
  grant: Grant<'shifts.manage'>,
  missionId: number | undefined,
): Promise<void> {
  if (missionId === undefined) return;
  const mission = await findMission(tx, missionId);
  if (mission?.organization_id !== grant.organizationId) {
    throw refuse(shiftErrors.mission_not_found('mission_id'));
  }
  if (mission.archived_at) throw refuse(shiftErrors.mission_archived('mission_id'));
}

export function checkRoles<Role extends { key: string; name: string }>(
  roles: readonly Role[],
): readonly Role[] {
  const keys = new Set<string>();
  for (const [index, { key, name }] of roles.entries()) {
    if (keys.has(key)) throw refuse(shiftErrors.role_twice(`roles.${index}.key`, { role: name }));
    keys.add(key);
  }
  return roles;
}

async function createOne(
  tx: Tx,
  call: Call,
  grant: Grant<'shifts.manage'>,
  template: ShiftTemplate,
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
  template: ShiftTemplate,
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

/** Where a call stopped because it had made its most, the next one goes on. */
export function madeUntil(occurrences: readonly Occurrence[], horizon: Temporal.Instant): Temporal.Instant {
  const last = occurrences.at(-1);
  const isCut = occurrences.length >= mostOccurrences && last !== undefined;
  return isCut ? last.start.add({ milliseconds: 1 }) : horizon;
}

function readRule(text: string): RecurrenceRule {
  const { rule, errors } = parseRecurrence(text);
  if (!rule) throw refuse('validation_failed', ...errors);
  return rule;
}

function isEndless(rule: RecurrenceRule): boolean {
  return rule.count === null && rule.until === null;
}

export function horizonOf(now: Temporal.Instant, start: Temporal.Instant): Temporal.Instant {
  const later = Temporal.Instant.compare(start, now) > 0 ? start : now;
  return later.add({ hours: 24 * horizonDays });
}

/** A series with an end is made whole or not at all. */
function refuseTooMany(
  rule: RecurrenceRule,
  template: ShiftTemplate,
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

/** Writes the shifts with their audit rows and events. */
export async function makeShifts(
  tx: Tx,
  call: Call,
  grant: Grant<'shifts.manage'>,
  template: ShiftTemplate,
  seriesId: number | null,
  occurrences: readonly Occurrence[],
): Promise<number[]> {
  const shift: NewShift = { ...template, seriesId, createdBy: creatorOf(call), now: call.now };
  const made = await insertShifts(tx, grant, shift, occurrences);
  const { organizationId } = grant;
  await record(
    tx,
    call.now,
    ...made.map(({ id, start_time, end_time }) =>
      shiftCreated(organizationId, {
        shift: {
          id,
          program_id: template.programId,
          mission_id: template.missionId,
          title: template.title,
          start_time: formatInstant(start_time),
          end_time: formatInstant(end_time),
          status: template.status,
        },
      }),
    ),
  );
  await writeAudit(
    tx,
    call,
    ...made.map(({ id }) => ({
      organizationId,
      action: 'shift.created' as const,
      objectId: id,
      after: {
        program_id: template.programId,
        mission_id: template.missionId,
        status: template.status,
        series_id: seriesId,
      },
    })),
  );
  return made.map(({ id }) => id);
}

export function creatorOf(call: Call): number | null {
  return call.actor.kind === 'person' ? call.actor.userId : null;
}
