import type { AuditAction } from '#kernel/audit.ts';
import type { Call } from '#kernel/call.ts';
import { type Fault, refuse, refuseField } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { checkIfMatch } from '#platform/http/etag.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, chooseOrganization } from '#slices/organizations/index.ts';
import { presentMission, presentProgram } from '../present.ts';
import { Mission, type MissionBody, Program, type ProgramBody, type RequirementValues } from '../schema.ts';
import {
  findProgramOfMission,
  insertMission,
  insertProgram,
  lockMission,
  lockProgram,
  type MissionValues,
  type ProgramValues,
  setArchived,
  updateMission,
  updateProgram,
} from '../sql/programs.ts';
import { selectOwnItems } from '../sql/requirements.ts';

const kinds = [
  ['forms', 'form'],
  ['badges', 'badge'],
  ['journeys', 'journey'],
] as const;

/** A mission can only ask for what its organization has: nobody could ever meet anything else. */
export async function checkRequirements(
  tx: Tx,
  organizationId: number,
  requirements: RequirementValues | undefined,
): Promise<void> {
  const wanted = kinds.flatMap(([field, kind]) =>
    (requirements?.[field] ?? []).map((id, index) => ({ kind, id, path: `requirements.${field}.${index}` })),
  );
  if (wanted.length === 0) return;
  const own = await selectOwnItems(tx, organizationId, wanted);
  const missing = wanted.filter(({ kind, id }) => !own.some((item) => item.kind === kind && item.id === id));
  if (missing.length === 0) return;
  const errors = missing.map(
    ({ kind, path }): Fault => ({
      path,
      code: 'not_found',
      message: `is not a ${kind} of this organization`,
    }),
  );
  throw refuse('validation_failed', undefined, errors);
}

type Named<Values> = Values & { name: string; organization_id?: number | undefined };

export async function createMission(
  platform: Platform,
  call: Call,
  input: Named<MissionValues>,
): Promise<MissionBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const organizationId = await chooseOrganization(tx, call, input.organization_id);
    const grant = await authorize(tx, call, 'programs.manage', organizationId, 'public');
    await checkRequirements(tx, organizationId, input.requirements);
    const row = await insertMission(tx, grant, input, call.now);
    await auditPlan(tx, call, 'mission.created', row);
    return presentMission(row);
  });
}

export async function changeMission(
  platform: Platform,
  call: Call,
  id: number,
  change: MissionValues,
): Promise<MissionBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const before = await lockMission(tx, id);
    if (!before) throw refuse('not_found');
    const grant = await authorize(tx, call, 'programs.manage', before.organization_id, 'public');
    checkIfMatch(call, Mission, presentMission(before));
    await checkRequirements(tx, before.organization_id, change.requirements);
    const row = await updateMission(tx, grant, id, change, call.now);
    await auditPlan(tx, call, 'mission.changed', row, presentMission(before));
    return presentMission(row);
  });
}

/** A program without a named mission gets one of its own, so that every shift has a mission. */
export async function createProgram(
  platform: Platform,
  call: Call,
  input: Named<ProgramValues>,
): Promise<ProgramBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const organizationId = await chooseOrganization(tx, call, input.organization_id);
    const grant = await authorize(tx, call, 'programs.manage', organizationId, 'public');
    if (input.default_mission_id !== undefined)
      await checkMission(tx, organizationId, input.default_mission_id);
    const missionId =
      input.default_mission_id ?? (await insertMission(tx, grant, { name: input.name }, call.now)).id;
    const row = await insertProgram(tx, grant, { ...input, default_mission_id: missionId }, call.now);
    await auditPlan(tx, call, 'program.created', row);
    return presentProgram(row);
  });
}

export async function changeProgram(
  platform: Platform,
  call: Call,
  id: number,
  change: ProgramValues,
): Promise<ProgramBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const before = await lockProgram(tx, id);
    if (!before) throw refuse('not_found');
    const grant = await authorize(tx, call, 'programs.manage', before.organization_id, 'public');
    checkIfMatch(call, Program, presentProgram(before));
    if (change.default_mission_id !== undefined)
      await checkMission(tx, before.organization_id, change.default_mission_id);
    const row = await updateProgram(tx, grant, id, change, call.now);
    await auditPlan(tx, call, 'program.changed', row, presentProgram(before));
    return presentProgram(row);
  });
}

/** Archiving hides a thing from lists and new work; what exists goes on. It can be undone. */
export async function archivePlan(
  platform: Platform,
  call: Call,
  kind: 'mission' | 'program',
  id: number,
  archived: boolean,
): Promise<{ success: boolean; message: string }> {
  return await inTransaction(platform.database, call, async (tx) => {
    const row = kind === 'mission' ? await lockMission(tx, id) : await lockProgram(tx, id);
    if (!row) throw refuse('not_found');
    const grant = await authorize(tx, call, 'programs.manage', row.organization_id, 'public');
    if (kind === 'mission' && archived) await keepDefaultMission(tx, id);
    if ('default_mission_id' in row && !archived) await checkRestored(tx, row.default_mission_id);
    await setArchived(tx, grant, `${kind}s`, id, archived, call.now);
    await auditPlan(tx, call, `${kind}.${archived ? 'archived' : 'restored'}` as const, row);
    return { success: true, message: archived ? 'Archived.' : 'Restored.' };
  });
}

/** The mission is held, so that it is not archived between our look and our commit. */
async function checkMission(tx: Tx, organizationId: number, missionId: number): Promise<void> {
  const mission = await lockMission(tx, missionId);
  if (mission?.organization_id !== organizationId)
    throw refuseField('default_mission_id', 'not_found', 'is not a mission of this organization');
  if (mission.archived_at !== null)
    throw refuseField('default_mission_id', 'archived', 'is archived: bring the mission back first');
}

async function checkRestored(tx: Tx, missionId: number): Promise<void> {
  const mission = await lockMission(tx, missionId);
  if (mission?.archived_at)
    throw refuse(
      'conflict',
      `The default mission ${missionId} of this program is archived. Bring it back first.`,
    );
}

async function keepDefaultMission(tx: Tx, missionId: number): Promise<void> {
  const program = await findProgramOfMission(tx, missionId);
  if (!program) return;
  throw refuse(
    'conflict',
    `This is the default mission of program ${program.id}. Give the program another mission, or archive it first.`,
  );
}

async function auditPlan(
  tx: Tx,
  call: Call,
  action: Extract<AuditAction, `${'mission' | 'program'}.${string}`>,
  row: { id: number; organization_id: number },
  before?: unknown,
): Promise<void> {
  await writeAudit(tx, call, {
    organizationId: row.organization_id,
    action,
    objectType: action.startsWith('mission.') ? 'mission' : 'program',
    objectId: row.id,
    before,
    after: row,
  });
}
