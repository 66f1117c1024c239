import type { Call } from '#kernel/call.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { selectSetup } from '../sql/setup.ts';

/** What an admin still has to do before volunteers can come. */
export async function readSetup({ database, config }: Platform, call: Call, organizationId: number) {
  const grant = await authorize(database.db, call, 'organization.change', organizationId);
  const steps = await selectSetup(database.db, grant.organizationId);
  const mail = config.smtpUrl ? ('smtp' as const) : config.demo ? ('mailbox' as const) : ('none' as const);
  return { ...steps, mail };
}
