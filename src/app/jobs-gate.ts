import type { Call } from '#kernel/call.ts';
import type { OrganizationScope } from '#platform/jobs/ownership.ts';
import type { Platform } from '#platform/slice.ts';
import { isInstallationOwner } from '#slices/accounts/index.ts';
import { authorizeAnywhere } from '#slices/organizations/index.ts';

/**
 * Refuses callers who may run jobs nowhere. The queue is one for all, so anyone else may have it run; what they hear of
 * it is about their own organizations, unless the installation is theirs.
 */
export async function gateJobs({ database }: Platform, call: Call): Promise<OrganizationScope> {
  const { db } = database;
  const scope = await authorizeAnywhere(db, call, 'jobs.run');
  const { actor } = call;
  return actor.kind === 'person' && (await isInstallationOwner(db, actor.userId)) ? 'all' : scope;
}
