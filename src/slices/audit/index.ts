import type { Platform, Slice } from '#platform/slice.ts';
import { type AuditGate, auditRoutes } from './routes.ts';

/** Knows no other slice: who may read is decided by a gate that the application hands in. */
export function audit(gate: (platform: Platform) => AuditGate): Slice {
  return { name: 'audit', routes: (platform) => auditRoutes(platform, gate(platform)) };
}
