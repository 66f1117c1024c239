import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import { needsTakeover, type Role, type Scope, takeoverEnd } from './rules/access.ts';
import type { JoinRequestBody } from './schema/join-requests.ts';
import type { OrganizationBody } from './schema/organizations.ts';
import type { PolicyValues } from './schema/policies.ts';
import type { ApiKeyRow } from './sql/api-keys.ts';
import type { InvitationRow } from './sql/invitations.ts';
import type { JoinRequestRow } from './sql/join-requests.ts';
import type { MemberRow } from './sql/memberships.ts';
import type { OrganizationRow } from './sql/organizations.ts';

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

export function presentMember(row: MemberRow) {
  return { ...row, role: row.role as Role, joined_at: formatInstant(row.joined_at) };
}

export function presentInvitation(row: InvitationRow, now: Temporal.Instant) {
  const status = invitationStatus(row, now);
  return {
    id: row.id,
    organization_id: row.organization_id,
    email: row.email,
    name: row.name,
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

export function presentApiKey(row: ApiKeyRow, now: Temporal.Instant) {
  const { suspended_at, expires_at: ends } = row;
  const isNeeded = row.revoked_at === null && needsTakeover({ suspended_at, ends }, now);
  return { ...presentKeyRow(row), ...presentTakeover(row, isNeeded) };
}

export function presentKeyRow(row: ApiKeyRow) {
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
