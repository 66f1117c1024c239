import { fileTypes } from '#platform/http/files.ts';
import { type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { exportOverview, readOverview } from './reads.ts';
import { Overview, OverviewQuery } from './schema.ts';

const read = routesFor({ tag: 'Attendance', access: 'authenticated', permission: 'reports.read' });

export function reportRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    read.read('/organizations/{id}/overview', 'readOverview', 'Get numbers for a period', {
      description:
        'How full shifts are, who came, new and returning people, and hours, in all, by program and by month, each with the same days a year earlier. As JSON, or as a CSV or Excel file with `format`.',
      query: OverviewQuery,
      response: Overview,
      isList: true,
      alternativeTypes: Object.values(fileTypes),
      handle: async (call, { params, query }) =>
        query.format === undefined || query.format === 'json'
          ? await readOverview(db, call, params.id, query)
          : await exportOverview(db, call, params.id, query, query.format),
    }),
  ];
}
