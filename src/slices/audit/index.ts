import type { Platform, Slice } from '#platform/slice.ts';
import { readAuditOf } from './reads.ts';
import { type AuditTools, auditRoutes } from './routes.ts';

/** Knows no other slice: who may read, and what people are called, the application hands in. */
export function audit(tools: (platform: Platform) => AuditTools): Slice {
  return {
    name: 'audit',
    tags: { Audit: 'Who did what, when and why.' },
    routes: (platform) => auditRoutes(platform, tools(platform)),
    personalData: {
      name: 'audit',
      export: (db, userId) => readAuditOf(db, userId),
      // Rows hold only ids and states, which say nothing about an account without a name.
      erase: async () => {},
    },
  };
}
