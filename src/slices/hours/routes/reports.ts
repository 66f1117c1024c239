import { type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { approveReport, approveReports, rejectReport, reopen } from '../commands/decide-reports.ts';
import { changeReport, reportHours, withdrawReport } from '../commands/report-hours.ts';
import { readMyReports, readReports } from '../reads/reports.ts';
import {
  MyReportsQuery,
  Report,
  ReportApproval,
  ReportApprovals,
  ReportChange,
  ReportCreate,
  ReportPage,
  ReportRejection,
  ReportsApproved,
  ReportsQuery,
} from '../schema/reports.ts';

const loggedIn = routesFor({ tag: 'Attendance', access: 'authenticated' });
const decide = routesFor({ tag: 'Attendance', access: 'authenticated', permission: 'attendance.correct' });

/** Hours that people report themselves, and what coordinators decide. */
export function reportRoutes(platform: Platform): Route[] {
  return [...ownRoutes(platform), ...decisionRoutes(platform)];
}

function ownRoutes(platform: Platform): Route[] {
  return [
    loggedIn.get('/me/hours/reports', 'listMyHourReports', 'List the hours I reported', {
      description: 'The newest report first.',
      query: MyReportsQuery,
      response: ReportPage,
      refuses: ['forbidden'],
      handle: async (call, { query }) => await readMyReports(platform.database.db, personOf(call), query),
    }),
    loggedIn.post('/me/hours/reports', 'reportHours', 'Report hours', {
      description:
        'For work outside of shifts, or on a shift without a check-in. They count once a coordinator has approved them. You can have 100 waiting reports per organization.',
      body: ReportCreate,
      response: Report,
      refuses: ['forbidden', 'conflict', 'policy_conflict'],
      handle: async (call, { body }) => await reportHours(platform, call, personOf(call), body),
    }),
    loggedIn.patch('/me/hours/reports/{id}', 'changeHourReport', 'Change a report', {
      description: 'Only while it’s waiting.',
      body: ReportChange,
      response: Report,
      refuses: ['forbidden', 'not_found', 'conflict', 'policy_conflict'],
      handle: async (call, { params, body }) =>
        await changeReport(platform, call, personOf(call), params.id, body),
    }),
    loggedIn.remove('/me/hours/reports/{id}', 'withdrawHourReport', 'Withdraw a report', {
      description: 'Only while it’s waiting.',
      refuses: ['conflict'],
      handle: async (call, { params }) => await withdrawReport(platform, call, personOf(call), params.id),
    }),
  ];
}

const path = '/organizations/{id}/hours/reports';

function decisionRoutes(platform: Platform): Route[] {
  return [
    decide.read(path, 'listHourReports', 'List reported hours', {
      description: 'The newest report first. `status=waiting` lists those that need a decision.',
      query: ReportsQuery,
      response: ReportPage,
      handle: (call, { params, query }) => readReports(platform.database.db, call, params.id, query),
    }),
    decide.act(`${path}/approve`, 'approveHourReports', 'Approve many reports', {
      description:
        'The hours count as verified hours, and the people are notified. Send each `version` to approve only what you’ve seen.',
      body: ReportApprovals,
      response: ReportsApproved,
      handle: (call, { params, body }) => approveReports(platform, call, params.id, body.reports),
    }),
    decide.act(`${path}/{report_id}/approve`, 'approveHourReport', 'Approve a report', {
      description: 'The hours count as verified hours, and the person is notified.',
      body: ReportApproval,
      bodyOptional: true,
      response: Report,
      refuses: ['conflict'],
      handle: (call, { params, body }) =>
        approveReport(platform, call, params.id, { id: params.report_id, ...body }),
    }),
    decide.act(`${path}/{report_id}/reject`, 'rejectHourReport', 'Reject a report', {
      description: 'The person is notified, with your reason.',
      body: ReportRejection,
      response: Report,
      refuses: ['conflict'],
      handle: (call, { params, body }) =>
        rejectReport(platform, call, params.id, { id: params.report_id, ...body }),
    }),
    decide.act(`${path}/{report_id}/reopen`, 'reopenHourReport', 'Undo a decision', {
      description: 'The report waits again. If it was approved, its hours no longer count.',
      response: Report,
      refuses: ['conflict'],
      handle: (call, { params }) => reopen(platform, call, params.id, params.report_id),
    }),
  ];
}
