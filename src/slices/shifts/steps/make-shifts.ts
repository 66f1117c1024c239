import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Reader, Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Grant } from '#slices/organizations/index.ts';
import { findMission } from '#slices/programs/index.ts';
import { shiftErrors } from '../errors.ts';
import { shiftCreated } from '../events.ts';
import { lengthOf, longestDays } from '../rules/lengths.ts';
import { mostOccurrences } from '../rules/recurrence-rule.ts';
import type { CreateShiftInput, RoleInputValues } from '../schema/shift.ts';
import { insertShifts, type NewRole, type NewShift, type Occurrence } from '../sql/shifts.ts';

/** How far ahead the occurrences of an endless series are made. */
export const horizonDays = 180;

/** What a created shift looks like apart from its times; an endless series keeps it for its later occurrences. */
export type ShiftDetails = Omit<NewShift, 'seriesId' | 'now' | 'createdBy'>;

export interface CreatedShifts {
  readonly id: number;
  readonly series_id?: number;
  readonly shift_ids?: number[];
}

export function readTimes(startText: string, endText: string, zone: string): Occurrence {
  const times = { start: Temporal.Instant.from(startText), end: Temporal.Instant.from(endText) };
  const length = lengthOf(times, zone);
  if (length === 'too_short') throw refuse(shiftErrors.too_short('end_time'));
  if (length === 'too_long') throw refuse(shiftErrors.too_long('end_time', { days: longestDays }));
  return times;
}

export async function checkMission(
  db: Reader,
  grant: Grant<'shifts.manage'>,
  missionId: number | undefined,
): Promise<void> {
  if (missionId === undefined) return;
  const mission = await findMission(db, missionId);
  if (mission?.organization_id !== grant.organizationId) {
    throw refuse(shiftErrors.mission_not_found('mission_id'));
  }
  if (mission.archived_at) throw refuse(shiftErrors.mission_archived('mission_id'));
}

export function checkRoles<Role extends RoleInputValues>(roles: readonly Role[]): readonly Role[] {
  const keys = new Set<string>();
  for (const [index, { key, name, minimum, capacity }] of roles.entries()) {
    if (keys.has(key)) throw refuse(shiftErrors.role_twice(`roles.${index}.key`, { role: name }));
    keys.add(key);
    checkMinimum(minimum, capacity, `roles.${index}.minimum`);
  }
  return roles;
}

/** No shift and no role can need more people than it has spots. */
export function checkMinimum(
  minimum: number | null | undefined,
  capacity: number | null | undefined,
  path = 'minimum',
): number | null {
  if (typeof minimum === 'number' && typeof capacity === 'number' && minimum > capacity)
    throw refuse(shiftErrors.minimum_too_high(path, { minimum, spots: capacity }));
  return minimum ?? null;
}

export const teamNotesOf = (text: string | null | undefined): string | null => text?.trim() || null;

export const newRole = ({ key, name, capacity, minimum }: RoleInputValues): NewRole => ({
  key,
  name,
  capacity: capacity ?? null,
  minimum: minimum ?? null,
});

/** A shift as it was asked for, with what the program and its organization say where nothing was. */
export function templateOf(
  input: CreateShiftInput,
  program: { readonly id: number; readonly name: string; readonly default_mission_id: number },
  timeZone: string,
): ShiftDetails {
  return {
    programId: program.id,
    missionId: input.mission_id ?? program.default_mission_id,
    title: input.title?.trim() ?? program.name,
    description: input.description ?? '',
    location: input.location ?? '',
    teamNotes: teamNotesOf(input.team_notes),
    timeZone: input.time_zone ?? timeZone,
    requiresApproval: input.requires_approval ?? false,
    status: input.status ?? 'published',
    capacity: input.capacity ?? null,
    minimum: checkMinimum(input.minimum, input.capacity),
    waitlistCapacity: input.waitlist_capacity === undefined ? 0 : input.waitlist_capacity,
    roles: checkRoles(input.roles ?? []).map(newRole),
  };
}

/** Where a call stopped because it had made its most, the next one goes on. */
export function madeUntil(occurrences: readonly Occurrence[], horizon: Temporal.Instant): Temporal.Instant {
  const last = occurrences.at(-1);
  const isCut = occurrences.length >= mostOccurrences && last !== undefined;
  return isCut ? last.start.add({ milliseconds: 1 }) : horizon;
}

export function horizonOf(now: Temporal.Instant, start: Temporal.Instant): Temporal.Instant {
  const later = Temporal.Instant.compare(start, now) > 0 ? start : now;
  return later.add({ hours: 24 * horizonDays });
}

/** Writes the shifts with their audit rows and events. */
export async function makeShifts(
  tx: Tx,
  call: Call,
  grant: Grant<'shifts.manage'>,
  template: ShiftDetails,
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
