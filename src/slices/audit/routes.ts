import type { Call } from '#kernel/call.ts';
import { type Route, route } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { type NamesOf, readAudit } from './reads.ts';
import { AuditPage, AuditQuery } from './schema.ts';

/** Given by the application. */
export interface AuditTools {
  /** Finds the organization that the caller may read the audit log of. */
  gate(call: Call, organizationId: number | undefined): Promise<number>;
  readonly namesOf: NamesOf;
}

export function auditRoutes(platform: Platform, { gate, namesOf }: AuditTools): Route[] {
  return [
    route({
      method: 'GET',
      path: '/audit',
      operationId: 'readAudit',
      summary: 'Who did what, when and why',
      tag: 'Audit',
      access: 'authenticated',
      permission: 'audit.read',
      query: AuditQuery,
      response: AuditPage,
      refuses: ['forbidden', 'not_found', 'organization_required'],
      handle: async (call, { query }) =>
        await readAudit(platform.database.db, namesOf, await gate(call, query.organization_id), query),
    }),
  ];
}
