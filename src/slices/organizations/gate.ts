import type { Actor } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { type FieldError, type Refusal, refuse } from '#kernel/refusal.ts';
import type { Reader, Tx } from '#platform/db/index.ts';
import { platformErrors } from '#platform/errors.ts';
import type { OrganizationScope } from '#platform/jobs/ownership.ts';
import { isInstallationOwner } from '#slices/accounts/index.ts';
import { organizationErrors } from './errors.ts';
import { type Grant, mayIn, type Permission, permissions, type Role } from './rules/access.ts';
import { findRole, listRoles, lockRole } from './sql/memberships.ts';

/**
 * Who may know that something exists: everyone (a published shift), members (the list of API keys) or only those who may
 * see it (a draft).
 */
export type Visibility = 'public' | 'private' | 'hidden';

/** Refuses those without the permission: with 403 if they may know that it exists, else with 404. */
export async function authorize<Name extends Permission>(
  db: Reader,
  call: Pick<Call, 'actor'>,
  permission: Name,
  organizationId: number,
  visibility: Visibility = 'private',
): Promise<Grant<Name>> {
  return await grantTo(call, permission, organizationId, visibility, (userId) =>
    findRole(db, organizationId, userId),
  );
}

/**
 * For what outlives the right to make it, such as an API key: the caller keeps their role until the transaction ends,
 * so that taking it from them finds everything that was made with it.
 */
export async function authorizeAndLock<Name extends Permission>(
  tx: Tx,
  call: Pick<Call, 'actor'>,
  permission: Name,
  organizationId: number,
): Promise<Grant<Name>> {
  return await grantTo(call, permission, organizationId, 'private', (userId) =>
    lockRole(tx, organizationId, userId),
  );
}

async function grantTo<Name extends Permission>(
  { actor }: Pick<Call, 'actor'>,
  permission: Name,
  organizationId: number,
  visibility: Visibility,
  roleOf: (userId: number) => Promise<Role | undefined>,
): Promise<Grant<Name>> {
  if (actor.kind === 'anonymous') throw refuse('unauthenticated');
  const role = actor.kind === 'person' ? await roleOf(actor.userId) : null;
  if (role === undefined || (actor.kind === 'api_key' && actor.organizationId !== organizationId))
    throw refuse(visibility === 'public' ? 'forbidden' : 'not_found');
  if (!mayIn(actor, organizationId, role, permission))
    throw refuse(visibility === 'hidden' ? 'not_found' : missing(actor, permission));
  return { organizationId, permission, role } as Grant<Name>;
}

/** A further right in the same organization, for a caller whose role or key is known already; undefined: not theirs. */
export function grantAlso<Name extends Permission>(
  { actor }: Pick<Call, 'actor'>,
  { organizationId, role }: Grant,
  permission: Name,
): Grant<Name> | undefined {
  return mayIn(actor, organizationId, role, permission)
    ? ({ organizationId, permission, role } as Grant<Name>)
    : undefined;
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
  const [only] = memberships;
  if (!only) throw refuse(organizationErrors.membership_required('organization_id'));
  const count = memberships.length;
  if (count > 1) throw refuse(organizationErrors.organization_required('organization_id', { count }));
  return only.organization_id;
}

/**
 * For work that no organization owns, such as running the queue: the right in any one of them is enough. Returns the
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
  const allowed = (await rightsOf(db, actor)).where(permission);
  if (allowed.size === 0) throw refuse(missing(actor, permission));
  return [...allowed];
}

/**
 * Which organization's list is meant, of what only those with a right may see: the named one, or the only one in which
 * the caller has the right.
 */
export async function chooseList(
  db: Reader,
  call: Pick<Call, 'actor'>,
  permission: Permission,
  named: number | undefined,
): Promise<number> {
  if (named !== undefined) return (await authorize(db, call, permission, named)).organizationId;
  const allowed = await authorizeAnywhere(db, call, permission);
  const only = allowed === 'all' || allowed.length > 1 ? undefined : allowed[0];
  if (only === undefined) throw refuse(platformErrors.organization_for_list('organization_id'));
  return only;
}

export interface Rights {
  readonly memberOf: ReadonlySet<number>;
  /** The organizations in which the caller has a right. */
  where(permission: Permission): ReadonlySet<number>;
}

/** For what covers all organizations of a caller at once, such as a live stream (all shards), or for several rights in one of them. */
export async function rightsOf(db: Reader, actor: Actor, organizationId?: number): Promise<Rights> {
  const all = await placesOf(db, actor, organizationId);
  const idsOf = (places: typeof all) => new Set(places.map(({ organization_id }) => organization_id));
  return {
    memberOf: idsOf(all),
    where: (permission) =>
      idsOf(all.filter(({ organization_id, role }) => mayIn(actor, organization_id, role, permission))),
  };
}

/**
 * Refuses callers who may not run jobs in any organization. All organizations share the queue, so anyone else may run it;
 * they see only their organizations' jobs, unless they own the installation.
 */
export async function authorizeJobs(db: Reader, call: Call): Promise<OrganizationScope> {
  const scope = await authorizeAnywhere(db, call, 'jobs.run');
  const { actor } = call;
  return actor.kind === 'person' && (await isInstallationOwner(db, actor.userId)) ? 'all' : scope;
}

async function placesOf(
  db: Reader,
  actor: Actor,
  organizationId: number | undefined,
): Promise<{ readonly organization_id: number; readonly role: Role | null }[]> {
  if (actor.kind === 'api_key') return [{ organization_id: actor.organizationId, role: null }];
  if (actor.kind !== 'person') return [];
  if (organizationId === undefined) return await listRoles(db, actor.userId);
  const role = await findRole(db, organizationId, actor.userId);
  return role ? [{ organization_id: organizationId, role }] : [];
}

/**
 * For what people do for themselves, and for others only with a right: people read so in the words of the slice. An API
 * key reads which scope it needs.
 */
export function refuseForOthers(
  { actor }: Pick<Call, 'actor'>,
  permission: Permission,
  organizationId: number,
  toPeople: FieldError,
): Refusal {
  if (actor.kind !== 'api_key') return refuse(toPeople);
  return refuse(actor.organizationId === organizationId ? missing(actor, permission) : 'forbidden');
}

function missing(actor: Actor, permission: Permission): FieldError {
  const { roles, scope } = permissions[permission];
  const path = 'authorization';
  if (actor.kind !== 'api_key') return organizationErrors.access_required(path, { access: roles[0] });
  if (scope === null) return platformErrors.api_key_not_allowed(path);
  return organizationErrors.scope_required(path, { scope });
}
