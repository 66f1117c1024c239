import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import type { Reader } from '#platform/db/index.ts';
import { afterOf, type Cursors, cursorsOf, type PageInput, toPage } from '#platform/http/paging.ts';
import { findProfile } from '#slices/accounts/index.ts';
import { authorize } from './gate.ts';
import {
  presentApiKey,
  presentInvitation,
  presentJoinRequest,
  presentKeyRow,
  presentMember,
  presentOrganization,
} from './present.ts';
import type { Role } from './rules/access.ts';
import type { JoinRequestBody } from './schema/join-requests.ts';
import type { OrganizationBody } from './schema/organizations.ts';
import { apiKeysBy, selectApiKeys } from './sql/api-keys.ts';
import { invitationsAround, selectInvitations } from './sql/invitations.ts';
import { selectJoinRequests } from './sql/join-requests.ts';
import { selectMembers } from './sql/memberships.ts';
import { findOrganization, selectMine } from './sql/organizations.ts';

const organizationCursors = cursorsOf('organizations', ['number']);
const memberCursors = cursorsOf('members', ['number']);
const invitationCursors = cursorsOf('invitations', ['number']);
const joinRequestCursors = cursorsOf('join-requests', ['number']);
const myJoinRequestCursors = cursorsOf('my-join-requests', ['number']);
const keyCursors = cursorsOf('api-keys', ['number']);

export async function readOrganization(db: Reader, id: number): Promise<OrganizationBody> {
  const row = await findOrganization(db, id);
  if (!row) throw refuse('not_found');
  return presentOrganization(row);
}

export async function readMine(db: Reader, person: Person, page: PageInput) {
  const rows = await selectMine(db, person.userId, afterOf(organizationCursors, page), page.limit);
  return toPage(
    organizationCursors,
    rows,
    page.limit,
    (row) => [row.id],
    (row) => ({
      ...row,
      role: row.role as Role,
      joined_at: formatInstant(row.joined_at),
    }),
  );
}

/** What this slice holds on a person: where they belong, and the invitations and keys that bear their name. */
export async function readPersonalData(db: Reader, userId: number) {
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

export async function readMembers(
  db: Reader,
  call: Call,
  organizationId: number,
  query: PageInput & { q?: string; role?: Role; user_id?: number },
) {
  const grant = await authorize(db, call, 'members.read', organizationId);
  const { limit } = query;
  const rows = await selectMembers(db, grant, {
    limit,
    after: afterOf(memberCursors, query),
    q: query.q,
    role: query.role,
    userId: query.user_id,
  });
  return toPage(memberCursors, rows, limit, (row) => [row.user_id], presentMember);
}

export async function readInvitations(db: Reader, call: Call, organizationId: number, page: PageInput) {
  const grant = await authorize(db, call, 'members.manage', organizationId);
  const rows = await selectInvitations(db, grant, afterOf(invitationCursors, page), page.limit);
  return toPage(
    invitationCursors,
    rows,
    page.limit,
    (row) => [row.id],
    (row) => presentInvitation(row, call.now),
  );
}

export async function readJoinRequests(
  db: Reader,
  call: Call,
  organizationId: number,
  query: PageInput & { status?: JoinRequestBody['status'] },
) {
  const grant = await authorize(db, call, 'members.manage', organizationId);
  return await joinRequestPage(db, joinRequestCursors, grant, query);
}

export async function readMyJoinRequests(db: Reader, { userId }: Person, page: PageInput) {
  return await joinRequestPage(db, myJoinRequestCursors, { userId }, page);
}

async function joinRequestPage(
  db: Reader,
  cursors: Cursors,
  of: Parameters<typeof selectJoinRequests>[1],
  query: PageInput & { status?: string },
) {
  const { limit } = query;
  const filter = { status: query.status, after: afterOf(cursors, query), limit };
  const rows = await selectJoinRequests(db, of, filter);
  return toPage(cursors, rows, limit, (row) => [row.id], presentJoinRequest);
}

export async function readApiKeys(db: Reader, call: Call, organizationId: number, page: PageInput) {
  const grant = await authorize(db, call, 'api_keys.manage', organizationId);
  const rows = await selectApiKeys(db, grant, afterOf(keyCursors, page), page.limit);
  return toPage(
    keyCursors,
    rows,
    page.limit,
    (row) => [row.id],
    (row) => presentApiKey(row, call.now),
  );
}
