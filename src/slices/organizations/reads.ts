import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import type { Database } from '#platform/db/index.ts';
import { afterOf, type Cursors, cursorsOf, limitOf, type PageInput, toPage } from '#platform/http/paging.ts';
import { findProfile } from '#slices/accounts/index.ts';
import { authorize } from './commands/authorize.ts';
import { needsTakeover, type Role, type Scope, takeoverEnd } from './rules.ts';
import type { JoinRequestBody, OrganizationBody, PolicyValues } from './schema.ts';
import { type ApiKeyRow, apiKeysBy, selectApiKeys } from './sql/api-keys.ts';
import { type InvitationRow, invitationsAround, selectInvitations } from './sql/invitations.ts';
import { type JoinRequestRow, selectJoinRequests } from './sql/join-requests.ts';
import { type MemberRow, selectMembers } from './sql/memberships.ts';
import { findOrganization, type OrganizationRow, selectMine } from './sql/organizations.ts';

const organizationCursors = cursorsOf('organizations', ['number']);
const memberCursors = cursorsOf('members', ['number']);
const invitationCursors = cursorsOf('invitations', ['number']);
const joinRequestCursors = cursorsOf('join-requests', ['number']);
const myJoinRequestCursors = cursorsOf('my-join-requests', ['number']);
const keyCursors = cursorsOf('api-keys', ['number']);

type Db = Database['db'];

export function presentOrganization(row: OrganizationRow): OrganizationBody {
  return {
    ...row,
    policies: row.policies as PolicyValues,
    join_rule: row.join_rule as OrganizationBody['join_rule'],
    join_role: row.join_role as Role,
    required_profile_fields: row.required_profile_fields as OrganizationBody['required_profile_fields'],
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  };
}

export async function readOrganization(db: Db, id: number): Promise<OrganizationBody> {
  const row = await findOrganization(db, id);
  if (!row) throw refuse('not_found');
  return presentOrganization(row);
}

export async function readMine(db: Db, person: Person, page: PageInput) {
  const rows = await selectMine(db, person.userId, afterOf(organizationCursors, page), limitOf(page));
  return toPage(
    organizationCursors,
    rows,
    limitOf(page),
    (row) => [row.id],
    (row) => ({
      ...row,
      role: row.role as Role,
      joined_at: formatInstant(row.joined_at),
    }),
  );
}

/** What this slice holds on a person: where they belong, and the invitations and keys that bear their name. */
export async function readHeldOnPerson(db: Db, userId: number) {
  const profile = await findProfile(db, userId);
  const memberships = await selectMine(db, userId, undefined, 10_000);
  const invitations = await invitationsAround(db, userId, profile?.email ?? '');
  const keys = await apiKeysBy(db, userId);
  const all = { status: undefined, after: undefined, limit: 10_000 };
  const requests = await selectJoinRequests(db, { userId }, all);
  return {
    memberships: memberships.map((row) => ({ ...row, joined_at: formatInstant(row.joined_at) })),
    // The names of others are not part of what is held on this person.
    invitations: invitations.map(({ created_by_name: _, ...row }) => ({
      ...row,
      created_at: formatInstant(row.created_at),
      expires_at: formatInstant(row.expires_at),
      accepted_at: formatOptionalInstant(row.accepted_at),
      revoked_at: formatOptionalInstant(row.revoked_at),
      suspended_at: formatOptionalInstant(row.suspended_at),
    })),
    api_keys: keys.map(presentKeyRow),
    join_requests: requests.map(presentJoinRequest),
  };
}

export function presentMember(row: MemberRow) {
  return { ...row, role: row.role as Role, joined_at: formatInstant(row.joined_at) };
}

export async function readMembers(
  db: Db,
  call: Call,
  organizationId: number,
  query: PageInput & { q?: string; role?: Role; user_id?: number },
) {
  const grant = await authorize(db, call, 'members.read', organizationId);
  const limit = limitOf(query);
  const rows = await selectMembers(db, grant, {
    limit,
    after: afterOf(memberCursors, query),
    q: query.q,
    role: query.role,
    userId: query.user_id,
  });
  return toPage(memberCursors, rows, limit, (row) => [row.user_id], presentMember);
}

export function presentInvitation(row: InvitationRow, now: Temporal.Instant) {
  const status = invitationStatus(row, now);
  return {
    id: row.id,
    organization_id: row.organization_id,
    email: row.email,
    role: row.role as Role,
    status,
    created_at: formatInstant(row.created_at),
    expires_at: formatInstant(row.expires_at),
    ...presentTakeover(row, status === 'suspended'),
  };
}

function invitationStatus(row: InvitationRow, now: Temporal.Instant) {
  if (row.revoked_at) return 'revoked' as const;
  if (row.accepted_at) return 'accepted' as const;
  if (row.suspended_at === null)
    return Temporal.Instant.compare(row.expires_at, now) <= 0 ? ('expired' as const) : ('open' as const);
  const { suspended_at, expires_at: ends } = row;
  return needsTakeover({ suspended_at, ends }, now) ? ('suspended' as const) : ('expired' as const);
}

function presentTakeover(
  row: Pick<ApiKeyRow, 'created_by' | 'created_by_name' | 'suspended_at'>,
  isNeeded: boolean,
) {
  const { created_by, created_by_name, suspended_at } = row;
  return {
    created_by,
    created_by_name,
    suspended_at: formatOptionalInstant(suspended_at),
    needs_takeover: isNeeded,
    takeover_until: suspended_at && formatInstant(takeoverEnd(suspended_at)),
  };
}

export async function readInvitations(db: Db, call: Call, organizationId: number, page: PageInput) {
  const grant = await authorize(db, call, 'members.manage', organizationId);
  const rows = await selectInvitations(db, grant, afterOf(invitationCursors, page), limitOf(page));
  return toPage(
    invitationCursors,
    rows,
    limitOf(page),
    (row) => [row.id],
    (row) => presentInvitation(row, call.now),
  );
}

export function presentJoinRequest({
  join_role: _role,
  user_language: _language,
  ...row
}: JoinRequestRow): JoinRequestBody {
  return {
    ...row,
    status: row.status as JoinRequestBody['status'],
    created_at: formatInstant(row.created_at),
    decided_at: formatOptionalInstant(row.decided_at),
  };
}

export async function readJoinRequests(
  db: Db,
  call: Call,
  organizationId: number,
  query: PageInput & { status?: JoinRequestBody['status'] },
) {
  const grant = await authorize(db, call, 'members.manage', organizationId);
  return await joinRequestPage(db, joinRequestCursors, grant, query);
}

export async function readMyJoinRequests(db: Db, { userId }: Person, page: PageInput) {
  return await joinRequestPage(db, myJoinRequestCursors, { userId }, page);
}

async function joinRequestPage(
  db: Db,
  cursors: Cursors,
  of: Parameters<typeof selectJoinRequests>[1],
  query: PageInput & { status?: string },
) {
  const limit = limitOf(query);
  const filter = { status: query.status, after: afterOf(cursors, query), limit };
  const rows = await selectJoinRequests(db, of, filter);
  return toPage(cursors, rows, limit, (row) => [row.id], presentJoinRequest);
}

export function presentApiKey(row: ApiKeyRow, now: Temporal.Instant) {
  const { suspended_at, expires_at: ends } = row;
  const isNeeded = row.revoked_at === null && needsTakeover({ suspended_at, ends }, now);
  return { ...presentKeyRow(row), ...presentTakeover(row, isNeeded) };
}

function presentKeyRow(row: ApiKeyRow) {
  return {
    ...row,
    scopes: row.scopes as Scope[],
    created_at: formatInstant(row.created_at),
    expires_at: formatOptionalInstant(row.expires_at),
    last_used_at: formatOptionalInstant(row.last_used_at),
    revoked_at: formatOptionalInstant(row.revoked_at),
    suspended_at: formatOptionalInstant(row.suspended_at),
  };
}

export async function readApiKeys(db: Db, call: Call, organizationId: number, page: PageInput) {
  const grant = await authorize(db, call, 'api_keys.manage', organizationId);
  const rows = await selectApiKeys(db, grant, afterOf(keyCursors, page), limitOf(page));
  return toPage(
    keyCursors,
    rows,
    limitOf(page),
    (row) => [row.id],
    (row) => presentApiKey(row, call.now),
  );
}
