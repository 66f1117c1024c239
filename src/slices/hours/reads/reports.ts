import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import type { Reader } from '#platform/db/index.ts';
import { afterOf, cursorsOf, type PageInput, toPage } from '#platform/http/paging.ts';
import { authorize } from '#slices/organizations/index.ts';
import { presentReport } from '../present.ts';
import type { MyReportsQueryInput, ReportsQueryInput } from '../schema/reports.ts';
import { listReports, type ReportFilter } from '../sql/reports.ts';

const mine = cursorsOf('my-hour-reports', ['number']);
const all = cursorsOf('hour-reports', ['number']);

export async function readMyReports(db: Reader, { userId }: Person, query: MyReportsQueryInput) {
  const scope = { userId, organizationId: query.organization_id, status: query.status };
  return await pageOf(db, mine, query, scope);
}

export async function readReports(db: Reader, call: Call, organizationId: number, query: ReportsQueryInput) {
  await authorize(db, call, 'attendance.correct', organizationId);
  return await pageOf(db, all, query, { organizationId, userId: query.user_id, status: query.status });
}

async function pageOf(
  db: Reader,
  cursors: typeof mine,
  page: PageInput,
  scope: Omit<ReportFilter, 'before' | 'limit'>,
) {
  const rows = await listReports(db, { ...scope, before: afterOf(cursors, page), limit: page.limit });
  return toPage(cursors, rows, page.limit, (row) => [row.id], presentReport);
}
