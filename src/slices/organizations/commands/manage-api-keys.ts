import type { Actor, Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { randomSecret } from '#platform/credentials/secrets.ts';
import { inTransaction, onPrimary } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { organizationErrors } from '../errors.ts';
import { authorize, authorizeAndLock } from '../gate.ts';
import { presentApiKey } from '../present.ts';
import type { Scope } from '../rules/access.ts';
import {
  findLivingKey,
  insertApiKey,
  lockApiKey,
  noteKeyUse,
  reissueApiKey,
  revokeApiKey,
} from '../sql/api-keys.ts';
import { revokeInvitation } from '../sql/invitations.ts';

export const keyPrefix = 'mk';

export interface ApiKeyInput {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expires_in_days?: number;
}

export async function createApiKey(
  platform: Platform,
  call: Call,
  person: Person,
  organizationId: number,
  input: ApiKeyInput,
) {
  const key = randomSecret(keyPrefix);
  return await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorizeAndLock(tx, call, 'api_keys.manage', organizationId);
    const row = await insertApiKey(tx, grant, {
      name: input.name.trim(),
      prefix: key.slice(0, 9),
      digest: platform.database.sealer.digest('api-key', key),
      scopes: input.scopes,
      createdBy: person.userId,
      now: call.now,
      expiresAt:
        input.expires_in_days === undefined ? null : call.now.add({ hours: 24 * input.expires_in_days }),
    });
    await writeAudit(tx, call, {
      organizationId,
      action: 'api_key.created',
      objectId: row.id,
      after: { scopes: input.scopes },
    });
    return { ...presentApiKey(row, call.now), key };
  });
}

const secrets = {
  api_key: { permission: 'api_keys.manage', revoke: revokeApiKey },
  invitation: { permission: 'members.manage', revoke: revokeInvitation },
} as const;

/** Ends an API key or an open invitation. */
export async function revokeSecret(
  platform: Platform,
  call: Call,
  kind: keyof typeof secrets,
  organizationId: number,
  objectId: number,
): Promise<void> {
  const { permission, revoke } = secrets[kind];
  await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorize(tx, call, permission, organizationId);
    if (!(await revoke(tx, grant, objectId, call.now))) throw refuse('not_found');
    await writeAudit(tx, call, { organizationId, action: `${kind}.revoked`, objectId });
    return null;
  });
}

/** Asked for every request, so that a revoked or suspended key is refused at once by every process. */
export async function authenticateKey(platform: Platform, key: string): Promise<Actor> {
  const { db, sealer } = platform.database;
  const row = await findLivingKey(db, sealer.digest('api-key', key));
  if (!row) throw refuse(organizationErrors.api_key_invalid('authorization'));
  if (row.suspended) throw refuse(organizationErrors.api_key_suspended('authorization'));
  // Not waited for: a read works where nothing can be written, and a note that is lost is made up for a minute later.
  if (row.stale) onPrimary(() => noteKeyUse(db, row)).catch(() => {});
  return { kind: 'api_key', keyId: row.id, organizationId: row.organization_id, scopes: row.scopes };
}

/** Takes over a former admin's API key. It keeps its scopes and its end, and gets a new secret. */
export async function takeOverApiKey(
  platform: Platform,
  call: Call,
  person: Person,
  organizationId: number,
  id: number,
) {
  const key = randomSecret(keyPrefix);
  return await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorizeAndLock(tx, call, 'api_keys.manage', organizationId);
    const known = await lockApiKey(tx, grant, id);
    if (!known) throw refuse('not_found');
    if (!presentApiKey(known, call.now).needs_takeover)
      throw refuse(organizationErrors.api_key_not_suspended('status'));
    const row = await reissueApiKey(tx, grant, id, {
      prefix: key.slice(0, 9),
      digest: platform.database.sealer.digest('api-key', key),
      createdBy: person.userId,
    });
    await writeAudit(tx, call, {
      organizationId,
      action: 'api_key.taken_over',
      objectId: id,
      before: { created_by: known.created_by },
      after: { created_by: person.userId },
    });
    return { ...presentApiKey(row, call.now), key };
  });
}
