import type { Platform, Slice } from '#platform/slice.ts';
import { readAuditOf } from './reads.ts';
import { type AuditGate, auditRoutes } from './routes.ts';

/** Knows no other slice: who may read is decided by a gate that the application hands in. */
export function audit(gate: (platform: Platform) => AuditGate): Slice {
  return {
    name: 'audit',
    routes: (platform) => auditRoutes(platform, gate(platform)),
    personalData: {
      name: 'audit',
      export: (db, userId) => readAuditOf(db, userId),
      // Rows hold ids and states only: they go on being true of somebody who no longer has a name.
      erase: async () => {},
    },
  };
}
