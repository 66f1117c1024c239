import { sql } from 'kysely';
import type { Call } from '#kernel/call.ts';
import { systemClock } from '#kernel/time.ts';
import { parseConfig } from '#platform/config/index.ts';
import { createSigningKeys } from '#platform/credentials/signing-keys.ts';
import { createTokens } from '#platform/credentials/tokens.ts';
import type { Database } from '#platform/db/index.ts';
import { createLog } from '#platform/log/index.ts';
import type { Platform } from '#platform/slice.ts';
import { createShift } from '#slices/shifts/commands/create-shift.ts';
import { signups } from '#slices/signups/index.ts';
import { peopleCount, roleKeys, shiftCount } from './operations.ts';
import type { PlannedShift } from './plan.ts';

export const now = Temporal.Instant.from('2030-01-07T08:00:00Z');
/** Years ahead: each offer that expires moves the time on by a day. */
const firstSlot = Temporal.Instant.from('2034-03-06T08:00:00Z');

/** Slots are an hour apart and two hours long: each overlaps its neighbors and touches those behind them. */
export function timesOf(slot: number): { start_time: string; end_time: string } {
  const start = firstSlot.add({ hours: slot });
  return { start_time: start.toString(), end_time: start.add({ hours: 2 }).toString() };
}

export interface World {
  readonly platform: Platform;
  readonly organizationIds: readonly number[];
  readonly userIds: readonly number[];
  readonly coordinatorId: number;
  readonly shifts: readonly { readonly id: number; readonly roleIds: readonly number[] }[];
  readonly planned: readonly PlannedShift[];
}

/** Everything that commands are given, without a server around it. */
export function platformOn(database: Database): Platform {
  const config = parseConfig({ MUSTER_RATE_LIMIT: 'off' });
  const keys = createSigningKeys(database);
  return {
    config,
    log: createLog('fatal', false),
    clock: systemClock,
    database,
    keys,
    tokens: createTokens(keys, 'muster'),
    personalData: [],
    followUps: signups.followUps ?? [],
    publicUrl: () => 'http://muster.test',
  };
}

/** Two organizations with the same people, one that gives freed spots away and one that offers them. */
const planned: readonly PlannedShift[] = Array.from({ length: shiftCount }, (_, index) => ({
  slot: index,
  mission: index === 5 ? 2 : 1,
  capacity: index % 3 === 0 ? 1 : 2,
  places: index === 5 ? 2 : 8,
  approval: index === 1,
  mode: index % 2 === 0 ? 'auto' : 'offer',
  roles: [1, index % 2 === 0 ? 2 : null],
  cancelled: false,
}));

export async function createWorld(platform: Platform): Promise<World> {
  const { db } = platform.database;
  const { rows } = await sql<{ id: number }>`
    insert into users (email, name, password_hash)
    select gen_random_uuid() || '@example.org', 'Person ' || n, '' from generate_series(0, ${peopleCount}) as n returning id
  `.execute(db);
  const [coordinatorId = 0, ...userIds] = rows.map((row) => row.id);
  const organizationIds: number[] = [];
  const programs = new Map<string, { programId: number; missionIds: number[] }>();
  for (const mode of ['auto', 'offer'] as const) {
    const made = await createOrganization(platform, mode, coordinatorId, userIds);
    organizationIds.push(made.organizationId);
    programs.set(mode, made);
  }
  const shifts: { id: number; roleIds: number[] }[] = [];
  for (const shift of planned) {
    const program = programs.get(shift.mode);
    const { id } = await createShift(platform, callOf(coordinatorId), {
      program_id: program?.programId ?? 0,
      mission_id: program?.missionIds[shift.mission - 1] ?? 0,
      ...timesOf(shift.slot),
      capacity: shift.capacity,
      waitlist_capacity: shift.places,
      requires_approval: shift.approval,
      roles: roleKeys.map((key, role) => ({ key, name: key, capacity: shift.roles[role] ?? null })),
    });
    const roles = await sql<{ id: number }>`
      select id from shift_roles where shift_id = ${id} order by position
    `.execute(db);
    shifts.push({ id, roleIds: roles.rows.map((role) => role.id) });
  }
  // Missions belong to one organization: the same number in the other is another mission.
  const missions = planned.map((shift) => ({
    ...shift,
    mission: shift.mission * 10 + Number(shift.mode === 'auto'),
  }));
  return { platform, organizationIds, userIds, coordinatorId, shifts, planned: missions };
}

async function createOrganization(
  { database: { db } }: Platform,
  mode: 'auto' | 'offer',
  coordinatorId: number,
  userIds: readonly number[],
) {
  const { rows } = await sql<{ organization_id: number; program_id: number; mission_ids: number[] }>`
    with organization as (
      insert into organizations (name, policies) values ('Model', ${JSON.stringify({ waitlist_mode: mode })}::jsonb) returning id
    ), mission as (
      insert into missions (organization_id, name) select id, 'Mission' from organization, generate_series(1, 2) returning id, organization_id
    ), program as (
      insert into programs (organization_id, name, default_mission_id)
      select organization_id, 'Program', min(id) from mission group by organization_id returning id
    ), member as (
      insert into memberships (organization_id, user_id, role, joined_at)
      select organization.id, user_id, case when user_id = ${coordinatorId} then 'coordinator' else 'volunteer' end, ${now}
      from organization, unnest(${[coordinatorId, ...userIds]}::bigint[]) as user_id
    )
    select organization.id as organization_id, program.id as program_id,
      (select json_agg(id order by id) from mission) as mission_ids
    from organization, program
  `.execute(db);
  const [made] = rows;
  if (!made) throw new Error('no organization was made');
  return {
    organizationId: made.organization_id,
    programId: made.program_id,
    missionIds: made.mission_ids,
  };
}

export function callOf(userId: number, at = now): Call {
  return {
    actor: { kind: 'person', userId, sessionId: 1, language: 'en' },
    language: 'en',
    now: at,
    requestId: 'model',
    address: null,
    userAgent: null,
    ifMatch: null,
  };
}
