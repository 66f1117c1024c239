import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { changesOf } from '#platform/changes.ts';
import { inTransaction } from '#platform/db/index.ts';
import { checkIfMatch } from '#platform/http/etag.ts';
import type { Platform } from '#platform/slice.ts';
import { isInstallationOwner } from '#slices/accounts/index.ts';
import { organizationErrors } from '../errors.ts';
import { zoneChanges } from '../follow-ups.ts';
import { authorize } from '../gate.ts';
import { presentOrganization } from '../present.ts';
import { type Grant, mayChangeRole, type Role } from '../rules/access.ts';
import {
  Organization,
  type OrganizationBody,
  type OrganizationChangeInput,
} from '../schema/organizations.ts';
import {
  findOrganization,
  lockOrganization,
  type OrganizationRow,
  updateOrganization,
} from '../sql/organizations.ts';

export async function changeOrganization(
  platform: Platform,
  call: Call,
  organizationId: number,
  change: OrganizationChangeInput,
): Promise<OrganizationBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    if (!(await findOrganization(tx, organizationId))) throw refuse('not_found');
    const grant = await authorize(tx, call, 'organization.change', organizationId, 'public');
    const before = await lockOrganization(tx, grant);
    checkIfMatch(call, Organization, presentOrganization(before));
    checkJoinRole(grant, before, change);
    if (change.join_rule === 'everyone' && before.join_rule !== 'everyone') {
      const owns = call.actor.kind === 'person' && (await isInstallationOwner(tx, call.actor.userId));
      if (!owns) throw refuse(organizationErrors.installation_owner_required('join_rule'));
    }
    const changes = changesOf(before, {
      ...change,
      ...(change.name !== undefined && { name: change.name.trim() }),
    });
    if (!changes) return presentOrganization(before);
    const after = await updateOrganization(tx, grant, changes, call.now);
    if (after.time_zone !== before.time_zone)
      for (const follow of zoneChanges.partsOf(platform)) await follow(tx, organizationId);
    const fields = Object.keys(changes) as (keyof OrganizationChangeInput)[];
    await writeAudit(tx, call, {
      organizationId,
      action: 'organization.changed',
      objectId: organizationId,
      before: Object.fromEntries(fields.map((field) => [field, before[field]])),
      after: Object.fromEntries(fields.map((field) => [field, after[field]])),
    });
    return presentOrganization(after);
  });
}

/** People can’t let others join with more access than their own. An API key lets in volunteers only. */
function checkJoinRole(grant: Grant, before: OrganizationRow, change: OrganizationChangeInput): void {
  if (change.join_role === undefined && change.join_rule === undefined) return;
  if (change.join_role === undefined && change.join_rule === 'invitation') return;
  const role = change.join_role ?? (before.join_role as Role);
  if (!mayChangeRole(grant.role ?? 'volunteer', 'volunteer', role))
    throw refuse(organizationErrors.access_too_high('join_role'));
}
