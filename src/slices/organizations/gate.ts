import type { Actor } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Database, Tx } from '#platform/db/index.ts';
import { type Grant, keyMay, type Permission, permissions, type Role, roleMay } from './rules.ts';
import { findRole, holdRole, listRoles } from './sql/memberships.ts';

type Reader = Database['db'] | Tx;

/**
 * The gate. Members who may not hear 403. What others hear depends on whether they can know of the thing at
 * all: a published shift is public, so 403; a list of API keys is not, so 404.
 */
export async function authorize<Name extends Permission>(
  db: Reader,
  call: Pick<Call, 'actor'>,
  permission: Name,
  organizationId: number,
  thing: 'public' | 'private' = 'private',
): Promise<Grant<Name>> {
  return await judge(call, permission, organizationId, thing, (userId) =>
    findRole(db, organizationId, userId),
  );
}

/**
 * For what outlives the right to make it, such as an API key: the caller keeps their role until the transaction ends,
 * so that whoever takes it from them finds everything that was made with it.
 */
export async function authorizeAndHold<Name extends Permission>(
  tx: Tx,
  call: Pick<Call, 'actor'>,
  permission: Name,
  organizationId: number,
): Promise<Grant<Name>> {
  return await judge(call, permission, organizationId, 'private', (userId) =>
    holdRole(tx, organizationId, userId),
  );
}

async function judge<Name extends Permission>(
  { actor }: Pick<Call, 'actor'>,
  permission: Name,
  organizationId: number,
  thing: 'public' | 'private',
  roleOf: (userId: number) => Promise<Role | undefined>,
): Promise<Grant<Name>> {
  const grant = (role: Role | null) => ({ organizationId, permission, role }) as Grant<Name>;
  const strange = () => refuse(thing === 'public' ? 'forbidden' : 'not_found');
  switch (actor.kind) {
    case 'system':
      return grant(null);
    case 'anonymous':
      throw refuse('unauthenticated');
    case 'api_key':
      if (actor.organizationId !== organizationId) throw strange();
      if (!keyMay(actor.scopes, permission)) throw refuse('forbidden', missingScope(permission));
      return grant(null);
    case 'person': {
      const role = await roleOf(actor.userId);
      if (role === undefined) throw strange();
      if (!roleMay(role, permission)) throw refuse('forbidden', missingRole(permission));
      return grant(role);
    }
  }
}

/** A further right in the same organization, for a caller whose role or key is known already; undefined: not theirs. */
export function grantAlso<Name extends Permission>(
  { actor }: Pick<Call, 'actor'>,
  { organizationId, role }: Grant,
  permission: Name,
): Grant<Name> | undefined {
  const may =
    actor.kind === 'api_key' ? keyMay(actor.scopes, permission) : role === null || roleMay(role, permission);
  return may ? ({ organizationId, permission, role } as Grant<Name>) : undefined;
}

/** Which organization is meant when the request does not have to say: the only one the caller has. */
export async function chooseOrganization(
  db: Reader,
  call: Pick<Call, 'actor'>,
  named: number | undefined,
): Promise<number> {
  const { actor } = call;
  if (actor.kind === 'api_key') return named ?? actor.organizationId;
  if (named !== undefined) return named;
  if (actor.kind !== 'person') throw refuse('unauthenticated');
  const memberships = await listRoles(db, actor.userId);
  const [only, ...others] = memberships;
  if (!only)
    throw refuse('forbidden', 'You do not belong to any organization yet. Join or create one first.');
  if (others.length > 0) {
    throw refuse('organization_required', undefined, [
      {
        path: 'organization_id',
        code: 'required',
        message: `is required: you belong to ${memberships.length} organizations`,
      },
    ]);
  }
  return only.organization_id;
}

/**
 * For work that no organization owns, such as running the queue: the right in any one of them is enough. Answers the
 * organizations in which the caller has it.
 */
export async function authorizeAnywhere(
  db: Reader,
  call: Pick<Call, 'actor'>,
  permission: Permission,
): Promise<number[] | 'all'> {
  const { actor } = call;
  if (actor.kind === 'anonymous') throw refuse('unauthenticated');
  if (actor.kind === 'system') return 'all';
  if (actor.kind === 'api_key') {
    if (!keyMay(actor.scopes, permission)) throw refuse('forbidden', missingScope(permission));
    return [actor.organizationId];
  }
  const memberships = await listRoles(db, actor.userId);
  const allowed = memberships.filter(({ role }) => roleMay(role as Role, permission));
  if (allowed.length === 0) throw refuse('forbidden', missingRole(permission));
  return allowed.map(({ organization_id }) => organization_id);
}

export interface Rights {
  readonly memberOf: ReadonlySet<number>;
  /** The organizations in which the caller has a right. */
  where(permission: Permission): ReadonlySet<number>;
}

/** For what covers all organizations of a caller at once, such as a live stream. */
export async function rightsOf(db: Reader, actor: Actor): Promise<Rights> {
  if (actor.kind === 'api_key') {
    const own = new Set([actor.organizationId]);
    return { memberOf: own, where: (permission) => (keyMay(actor.scopes, permission) ? own : new Set()) };
  }
  const memberships = actor.kind === 'person' ? await listRoles(db, actor.userId) : [];
  const idsOf = (rows: typeof memberships) => new Set(rows.map(({ organization_id }) => organization_id));
  return {
    memberOf: idsOf(memberships),
    where: (permission) => idsOf(memberships.filter(({ role }) => roleMay(role as Role, permission))),
  };
}

function missingRole(permission: Permission): string {
  const { roles, meaning } = permissions[permission];
  return `Only these roles may ${meaning}: ${roles.join(', ')}. Ask an administrator.`;
}

function missingScope(permission: Permission): string {
  const { scope } = permissions[permission];
  return scope === null ? 'This cannot be done with an API key.' : `This API key lacks the scope "${scope}".`;
}
