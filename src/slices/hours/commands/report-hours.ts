import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { knownZone } from '#kernel/zones.ts';
import { type AuditEntry, writeAudit } from '#platform/audit/index.ts';
import { changesOf } from '#platform/changes.ts';
import { inTransaction, lockAll, type Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { findOrganization, findRole, organizationErrors } from '#slices/organizations/index.ts';
import { findMission, findProgram } from '#slices/programs/index.ts';
import { hoursErrors } from '../errors.ts';
import { hoursReported, reportChanged, reportWithdrawn } from '../events.ts';
import { presentReport, reportEventData } from '../present.ts';
import { checkDayMinutes, checkReportDay, mostWaitingReports } from '../rules.ts';
import type { ReportBody, ReportChangeInput, ReportCreateInput } from '../schema/reports.ts';
import {
  deleteReport,
  findReport,
  findReported,
  insertReport,
  type ReportRow,
  updateReport,
} from '../sql/reports.ts';

/** Hours that no check-in knows of. They count once a coordinator has approved them. */
export async function reportHours(
  platform: Platform,
  call: Call,
  { userId }: Person,
  input: ReportCreateInput,
): Promise<ReportBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const { organizationId, missionId } = await checkReport(tx, call, userId, input);
    // Two at the same moment must not both be the last one.
    await lockAll(tx, 'hour_reports', [userId]);
    const { program_id: programId, day, minutes } = input;
    const note = (input.note ?? '').trim();
    const report = { organizationId, userId, programId, missionId, day, minutes, note };
    const reported = await findReported(tx, report);
    if (reported.waiting >= mostWaitingReports)
      throw refuse(hoursErrors.too_many_reports('program_id', { limit: mostWaitingReports }));
    checkDayMinutes(reported.minutes + minutes);
    const made = await reread(tx, await insertReport(tx, report, call.now));
    await record(tx, call.now, hoursReported(organizationId, reportEventData(made)));
    await writeAudit(tx, call, { ...entryOf(made, 'created'), after: figuresOf(made) });
    return presentReport(made);
  });
}

/** Puts one's own report right while it waits. */
export async function changeReport(
  platform: Platform,
  call: Call,
  { userId }: Person,
  id: number,
  input: ReportChangeInput,
): Promise<ReportBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const before = await openOwn(tx, userId, id);
    if (input.version !== undefined && input.version !== before.version)
      throw refuse(hoursErrors.report_changed('version'));
    const program_id = input.program_id ?? before.program_id;
    const values = {
      program_id,
      ...(input.mission_id !== undefined && { mission_id: input.mission_id }),
      day: input.day ?? before.day,
      minutes: input.minutes ?? before.minutes,
      note: input.note?.trim() ?? before.note,
    };
    const { organizationId, missionId } = await checkReport(tx, call, userId, values);
    if (organizationId !== before.organization_id) throw refuse(hoursErrors.other_organization('program_id'));
    await lockAll(tx, 'hour_reports', [userId]);
    const reported = await findReported(tx, { ...values, organizationId, userId }, id);
    checkDayMinutes(reported.minutes + values.minutes);
    // Another program has another default mission.
    const keepsMission = input.mission_id === undefined && program_id === before.program_id;
    const mission_id = keepsMission ? before.mission_id : missionId;
    if (!changesOf(before, { ...values, mission_id })) return presentReport(before);
    const places = { programId: program_id, missionId: mission_id };
    if (!(await updateReport(tx, before, { ...values, ...places }, call.now)))
      throw refuse(hoursErrors.report_changed('version'));
    const after = await reread(tx, id);
    await record(tx, call.now, reportChanged(organizationId, reportEventData(after)));
    await writeAudit(tx, call, {
      ...entryOf(after, 'changed'),
      before: figuresOf(before),
      after: figuresOf(after),
    });
    return presentReport(after);
  });
}

/** One's own report, while it waits. */
export async function withdrawReport(
  platform: Platform,
  call: Call,
  { userId }: Person,
  id: number,
): Promise<void> {
  await inTransaction(platform.database, call, async (tx) => {
    const before = await openOwn(tx, userId, id);
    if (!(await deleteReport(tx, before))) throw refuse(hoursErrors.report_changed('version'));
    await record(tx, call.now, reportWithdrawn(before.organization_id, reportEventData(before)));
    await writeAudit(tx, call, { ...entryOf(before, 'withdrawn'), before: figuresOf(before) });
    return null;
  });
}

async function openOwn(tx: Tx, userId: number, id: number): Promise<ReportRow> {
  const row = await findReport(tx, id);
  if (row?.user_id !== userId) throw refuse('not_found');
  if (row.status !== 'waiting') throw refuse(hoursErrors.report_decided('status'));
  return row;
}

/** Of a program in use, in an organization that takes reports from this person, on a day that can be reported. */
async function checkReport(
  tx: Tx,
  call: Call,
  userId: number,
  input: { readonly program_id: number; readonly mission_id?: number; readonly day: string },
): Promise<{ organizationId: number; missionId: number }> {
  const program = await findProgram(tx, input.program_id);
  if (!program) throw refuse(hoursErrors.program_not_found('program_id'));
  const { organization_id: organizationId } = program;
  if ((await findRole(tx, organizationId, userId)) === undefined)
    throw refuse(organizationErrors.membership_required('program_id'));
  const organization = await findOrganization(tx, organizationId);
  if (!organization?.allow_hour_reports) throw refuse(hoursErrors.reports_off('program_id'));
  if (program.archived_at) throw refuse(hoursErrors.program_archived('program_id'));
  const here = call.now.toZonedDateTimeISO(knownZone(organization.time_zone));
  checkReportDay(input.day, here.toPlainDate());
  if (input.mission_id === undefined) return { organizationId, missionId: program.default_mission_id };
  const mission = await findMission(tx, input.mission_id);
  if (mission?.organization_id !== organizationId) throw refuse(hoursErrors.mission_not_found('mission_id'));
  if (mission.archived_at) throw refuse(hoursErrors.mission_archived('mission_id'));
  return { organizationId, missionId: mission.id };
}

async function reread(tx: Tx, id: number): Promise<ReportRow> {
  const row = await findReport(tx, id);
  if (!row) throw refuse('not_found');
  return row;
}

function entryOf(row: ReportRow, verb: 'created' | 'changed' | 'withdrawn'): AuditEntry {
  return {
    organizationId: row.organization_id,
    action: `hour_report.${verb}`,
    objectId: row.id,
    subjectUserId: row.user_id,
  };
}

function figuresOf({ program_id, mission_id, day, minutes }: ReportRow) {
  return { program_id, mission_id, day, minutes };
}
