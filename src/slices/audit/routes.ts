import type { Call } from '#kernel/call.ts';
import { type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { type NamesOf, readAudit } from './reads.ts';
import { AuditPage, AuditQuery } from './schema.ts';

const audit = routesFor({ tag: 'Audit', access: 'authenticated', permission: 'audit.read' });

/** Given by the application. */
export interface AuditTools {
  /** Finds the organization that the caller may read the audit log of. */
  gate(call: Call, organizationId: number | undefined): Promise<number>;
  readonly namesOf: NamesOf;
}

export function auditRoutes(platform: Platform, { gate, namesOf }: AuditTools): Route[] {
  return [
    audit.list('/audit', 'readAudit', 'Search the audit log', {
      description: 'Who did what, when and why. Entries can’t be changed or deleted.',
      query: AuditQuery,
      response: AuditPage,
      handle: async (call, { query }) =>
        await readAudit(platform.database.db, namesOf, await gate(call, query.organization_id), query),
    }),
  ];
}
