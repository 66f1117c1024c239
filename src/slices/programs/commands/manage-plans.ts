import type { TSchema } from 'typebox';
import type { AuditAction } from '#kernel/audit.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { changesOf } from '#platform/changes.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { checkIfMatch } from '#platform/http/etag.ts';
import { platformTexts } from '#platform/language/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, chooseOrganization, type Grant } from '#slices/organizations/index.ts';
import { programErrors } from '../errors.ts';
import { type PlanBodies, present } from '../present.ts';
import { Mission, Program, type RequirementValues } from '../schema.ts';
import {
  findProgramOfMission,
  insertPlan,
  lockPlan,
  type PlanKind,
  type PlanRows,
  type PlanValues,
  setArchived,
  updatePlan,
} from '../sql/programs.ts';
import { checkRequirements, checkRestored } from '../steps/check-requirements.ts';
import { keepRequired } from '../steps/keep-required.ts';

const schemas = { missions: Mission, programs: Program };
const nouns = { missions: 'mission', programs: 'program' } as const;

export async function createPlan<Kind extends PlanKind>(
  platform: Platform,
  call: Call,
  kind: Kind,
  input: PlanValues & { name: string; organization_id?: number | undefined },
): Promise<PlanBodies[Kind]> {
  return await inTransaction(platform.database, call, async (tx) => {
    const organizationId = await chooseOrganization(tx, call, input.organization_id);
    const grant = await authorize(tx, call, 'programs.manage', organizationId, 'public');
    await checkValues(tx, organizationId, input, undefined);
    // A program without a named mission gets its own, so that every shift has a mission.
    const needsMission = kind === 'programs' && input.default_mission_id === undefined;
    const mission = needsMission && (await insertPlan(tx, 'missions', grant, { name: input.name }, call.now));
    const values = mission ? { ...input, default_mission_id: mission.id } : input;
    const row = await insertPlan(tx, kind, grant, values, call.now);
    await auditPlan(tx, call, kind, 'created', row, { after: settingsOf(present[kind](row)) });
    return present[kind](row);
  });
}

export async function changePlan<Kind extends PlanKind>(
  platform: Platform,
  call: Call,
  kind: Kind,
  id: number,
  change: PlanValues,
): Promise<PlanBodies[Kind]> {
  return await inTransaction(platform.database, call, async (tx) => {
    const before = await lockPlan(tx, kind, id);
    if (!before) throw refuse('not_found');
    const grant = await authorize(tx, call, 'programs.manage', before.organization_id, 'public');
    const schema: TSchema = schemas[kind];
    checkIfMatch(call, schema, present[kind](before));
    await checkValues(tx, before.organization_id, change, requirementsOf(before));
    const old = present[kind](before);
    const changes = changesOf<PlanValues>(before, { ...change, name: change.name?.trim() });
    if (!changes) return old;
    const row = await updatePlan(tx, kind, grant, id, changes, call.now);
    const now = present[kind](row);
    await auditPlan(tx, call, kind, 'changed', row, { before: settingsOf(old), after: settingsOf(now) });
    return now;
  });
}

/** Archived programs and missions are hidden from lists and take no new shifts; existing ones stay. It can be undone. */
export async function archivePlan(
  platform: Platform,
  call: Call,
  kind: PlanKind,
  id: number,
  archived: boolean,
): Promise<{ success: boolean; message: string }> {
  return await inTransaction(platform.database, call, async (tx) => {
    const row = await lockPlan(tx, kind, id);
    if (!row) throw refuse('not_found');
    const grant = await authorize(tx, call, 'programs.manage', row.organization_id, 'public');
    const wasArchived = row.archived_at !== null;
    if (wasArchived !== archived) {
      if (archived) await keepRequired(tx, row.organization_id, { kind: nouns[kind], id });
      if (kind === 'missions' && archived) await keepDefaultMission(tx, grant, id);
      if ('default_mission_id' in row && !archived) await checkDefault(tx, row.default_mission_id);
      if (!archived) await checkRestored(tx, row.organization_id, requirementsOf(row));
      await setArchived(tx, grant, kind, id, archived, call.now);
      const change = { before: { archived: wasArchived }, after: { archived } };
      await auditPlan(tx, call, kind, archived ? 'archived' : 'restored', row, change);
    }
    const message = platformTexts.say(call.language, archived ? 'managed.archived' : 'managed.restored');
    return { success: true, message };
  });
}

const requirementsOf = (row: PlanRows[PlanKind]): RequirementValues | undefined =>
  'requirements' in row ? (row.requirements as RequirementValues) : undefined;

async function checkValues(
  tx: Tx,
  organizationId: number,
  values: PlanValues,
  before: RequirementValues | undefined,
): Promise<void> {
  await checkRequirements(tx, organizationId, values.requirements, before);
  if (values.default_mission_id !== undefined)
    await checkMission(tx, organizationId, values.default_mission_id);
}

/** The mission is held, so that it is not archived between our look and our commit. */
async function checkMission(tx: Tx, organizationId: number, missionId: number): Promise<void> {
  const mission = await lockPlan(tx, 'missions', missionId);
  if (mission?.organization_id !== organizationId)
    throw refuse(programErrors.mission_not_found('default_mission_id'));
  if (mission.archived_at !== null) throw refuse(programErrors.mission_archived('default_mission_id'));
}

async function checkDefault(tx: Tx, missionId: number): Promise<void> {
  const mission = await lockPlan(tx, 'missions', missionId);
  if (mission?.archived_at)
    throw refuse(programErrors.default_mission_archived('default_mission_id', { mission: mission.name }));
}

async function keepDefaultMission(tx: Tx, grant: Grant<'programs.manage'>, missionId: number): Promise<void> {
  const program = await findProgramOfMission(tx, grant, missionId);
  if (!program) return;
  throw refuse(programErrors.default_mission('default_mission_id', { program: program.name }));
}

async function auditPlan(
  tx: Tx,
  call: Call,
  kind: PlanKind,
  verb: 'created' | 'changed' | 'archived' | 'restored',
  row: { id: number; organization_id: number },
  change: { readonly before?: unknown; readonly after: unknown },
): Promise<void> {
  const action: AuditAction = `${nouns[kind]}.${verb}`;
  const { id: objectId, organization_id: organizationId } = row;
  await writeAudit(tx, call, { organizationId, action, objectId, ...change });
}

/** What people set. The log itself says which one it was, and when. */
function settingsOf({
  id,
  organization_id,
  archived,
  created_at,
  updated_at,
  ...settings
}: PlanBodies[PlanKind]) {
  return settings;
}
