import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, lockAll, type Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, type Grant } from '#slices/organizations/index.ts';
import { hoursErrors } from '../errors.ts';
import { reportApproved, reportRejected, reportReopened } from '../events.ts';
import { hoursTexts } from '../messages/index.ts';
import { presentReport, reportEventData } from '../present.ts';
import { checkDayMinutes } from '../rules.ts';
import type { ReportBody } from '../schema/reports.ts';
import {
  type Decision,
  decideReports,
  findReported,
  type ReportRow,
  reopenReport,
  selectReports,
} from '../sql/reports.ts';

type Manage = Grant<'attendance.correct'>;
interface Seen {
  readonly id: number;
  /** What the coordinator has seen; without it, whatever it says now. */
  readonly version?: number;
}

/** From then on the hours count. A second approval changes nothing. */
export async function approveReport(
  platform: Platform,
  call: Call,
  organizationId: number,
  seen: Seen,
): Promise<ReportBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorize(tx, call, 'attendance.correct', organizationId);
    const [approved] = await decide(tx, call, grant, [seen], { status: 'approved', reason: null });
    if (approved) return presentReport(approved);
    const present = await find(tx, grant, seen.id);
    if (present.status !== 'approved') throw refusalFor(present);
    return presentReport(present);
  });
}

/** Those that have changed, or that someone else has decided on, are left out. */
export async function approveReports(
  platform: Platform,
  call: Call,
  organizationId: number,
  seen: readonly Seen[],
) {
  return await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorize(tx, call, 'attendance.correct', organizationId);
    const { length: count } = await decide(tx, call, grant, seen, { status: 'approved', reason: null });
    const message = hoursTexts.say(call.language, 'answers.reports_approved', { count });
    return { success: true, message, approved: count };
  });
}

export async function rejectReport(
  platform: Platform,
  call: Call,
  organizationId: number,
  { reason, ...seen }: Seen & { readonly reason: string },
): Promise<ReportBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorize(tx, call, 'attendance.correct', organizationId);
    const decision = { status: 'rejected', reason: reason.trim() } as const;
    const [rejected] = await decide(tx, call, grant, [seen], decision);
    if (!rejected) throw refusalFor(await find(tx, grant, seen.id));
    return presentReport(rejected);
  });
}

/** Undoes a decision: the report waits again, and its hours don't count. */
export async function reopen(
  platform: Platform,
  call: Call,
  organizationId: number,
  id: number,
): Promise<ReportBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorize(tx, call, 'attendance.correct', organizationId);
    const before = await find(tx, grant, id);
    if (before.status === 'rejected') await checkDay(tx, before);
    if (!(await reopenReport(tx, grant, id, call.now))) return presentReport(before);
    const after = await find(tx, grant, id);
    await record(tx, call.now, reportReopened(organizationId, reportEventData(after)));
    await writeAudit(tx, call, {
      organizationId,
      action: 'hour_report.reopened',
      objectId: id,
      subjectUserId: after.user_id,
      before: { status: before.status },
      after: { status: after.status },
    });
    return presentReport(after);
  });
}

/** A report that was rejected made way for others of the same day. */
async function checkDay(tx: Tx, report: ReportRow): Promise<void> {
  const { id, organization_id: organizationId, user_id: userId, day } = report;
  // No other report of the person is written in the meantime.
  await lockAll(tx, 'hour_reports', [userId]);
  const { minutes } = await findReported(tx, { organizationId, userId, day }, id);
  checkDayMinutes(minutes + report.minutes, report.user_name);
}

async function decide(
  tx: Tx,
  call: Call,
  grant: Manage,
  seen: readonly Seen[],
  { status, reason }: Pick<Decision, 'status' | 'reason'>,
): Promise<ReportRow[]> {
  const by = call.actor.kind === 'person' ? call.actor.userId : null;
  const ids = await decideReports(tx, grant, seen, { status, reason, by, now: call.now });
  if (ids.length === 0) return [];
  const { organizationId } = grant;
  const rows = await selectReports(tx, organizationId, ids);
  const events = rows.map((row) =>
    reason === null
      ? reportApproved(organizationId, reportEventData(row))
      : reportRejected(organizationId, { ...reportEventData(row), reason }),
  );
  await record(tx, call.now, ...events);
  const entries = rows.map((row) => ({
    organizationId,
    action: `hour_report.${status}` as const,
    objectId: row.id,
    subjectUserId: row.user_id,
    after: { day: row.day, minutes: row.minutes },
    reason,
  }));
  await writeAudit(tx, call, ...entries);
  return rows;
}

async function find(tx: Tx, { organizationId }: Manage, id: number): Promise<ReportRow> {
  const [row] = await selectReports(tx, organizationId, [id]);
  if (!row) throw refuse('not_found');
  return row;
}

const refusalFor = ({ status }: ReportRow) =>
  refuse(status === 'waiting' ? hoursErrors.report_changed('version') : hoursErrors.report_decided('status'));
