import type { Actor } from '#kernel/actor.ts';

/** Roles from the least to the most powerful. */
export const roles = ['volunteer', 'check_in', 'coordinator', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

/** What an API key can give access to. A key has no role, only scopes. */
export const scopes = [
  'organization',
  'members',
  'programs',
  'shifts',
  'attendance',
  'forms',
  'journeys',
  'badges',
  'webhooks',
  'jobs',
  'audit',
] as const;
export type Scope = (typeof scopes)[number];

/** From the least powerful one on. */
type RolesFrom = readonly [Role, ...Role[]];

interface Rule {
  readonly roles: RolesFrom;
  readonly scope: Scope | null;
  readonly meaning: string;
}

const everyMember: RolesFrom = roles;
const desk: RolesFrom = ['check_in', 'coordinator', 'admin', 'owner'];
const coordinators: RolesFrom = ['coordinator', 'admin', 'owner'];
const admins: RolesFrom = ['admin', 'owner'];

/** Who may do what in an organization. Roles that a permission does not name may not. */
export const permissions = {
  'organization.leave': { roles: everyMember, scope: null, meaning: 'leave the organization' },
  'organization.change': {
    roles: admins,
    scope: 'organization',
    meaning: 'change the name, time zone, sign-up rules and how people join',
  },
  'members.read': { roles: coordinators, scope: 'members', meaning: 'list and search members' },
  'messages.send': {
    roles: coordinators,
    scope: 'members',
    meaning: 'write to members, and see what was sent',
  },
  'members.manage': {
    roles: admins,
    scope: 'members',
    meaning: 'change roles, remove members, invite people',
  },
  'people.annotate': {
    roles: coordinators,
    scope: 'members',
    meaning: 'tag members, write notes about them and save filters of the list of people',
  },
  'api_keys.manage': { roles: admins, scope: null, meaning: 'create and revoke API keys' },
  'audit.read': { roles: admins, scope: 'audit', meaning: 'read the audit log' },
  'programs.manage': {
    roles: coordinators,
    scope: 'programs',
    meaning: 'create, change and archive programs and missions',
  },
  'shifts.manage': {
    roles: coordinators,
    scope: 'shifts',
    meaning: 'create and change shifts, approve sign-ups, sign up other people',
  },
  'attendance.read': {
    roles: desk,
    scope: 'attendance',
    meaning: 'see who is expected, checked in and checked out',
  },
  'attendance.check_others': { roles: desk, scope: 'attendance', meaning: 'check other people in and out' },
  'attendance.correct': {
    roles: coordinators,
    scope: 'attendance',
    meaning: 'correct and verify attendance and hours, approve reported hours',
  },
  'hours.read': {
    roles: coordinators,
    scope: 'attendance',
    meaning: 'read everyone’s hours and issue letters about them',
  },
  'reports.read': {
    roles: coordinators,
    scope: 'attendance',
    meaning: 'see how many people come, how full shifts are and how hours develop',
  },
  'forms.manage': {
    roles: coordinators,
    scope: 'forms',
    meaning: 'create and change forms, read responses',
  },
  'journeys.manage': {
    roles: coordinators,
    scope: 'journeys',
    meaning: 'create and change journeys, enroll other people',
  },
  'badges.manage': {
    roles: coordinators,
    scope: 'badges',
    meaning: 'create, change, award and revoke badges',
  },
  'leaderboard.read': {
    roles: everyMember,
    scope: 'badges',
    meaning: 'see the leaderboard',
  },
  'webhooks.manage': { roles: admins, scope: 'webhooks', meaning: 'manage webhook endpoints and deliveries' },
  'jobs.run': { roles: admins, scope: 'jobs', meaning: 'run background jobs now' },
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof permissions;

declare const proof: unique symbol;

/**
 * A permission in one organization. Only gate.ts makes one, and SQL
 * takes the organization from it, so a statement cannot touch an organization without a check.
 */
export interface Grant<Name extends Permission = Permission> {
  readonly organizationId: number;
  readonly permission: Name;
  /** Null for API keys and for the service itself. */
  readonly role: Role | null;
  readonly [proof]: true;
}

export function roleMay(role: Role, permission: Permission): boolean {
  return (permissions[permission].roles as readonly Role[]).includes(role);
}

/**
 * Whether the caller has a right in an organization: a person by the role that they have there, an API key by its scopes.
 * Everything that asks for a right asks here.
 */
export function mayIn(
  actor: Actor,
  organizationId: number,
  role: Role | null | undefined,
  permission: Permission,
): boolean {
  switch (actor.kind) {
    case 'system':
      return true;
    case 'anonymous':
      return false;
    case 'api_key': {
      const { scope } = permissions[permission];
      return actor.organizationId === organizationId && scope !== null && actor.scopes.includes(scope);
    }
    case 'person':
      return role != null && roleMay(role, permission);
  }
}

/** People can’t give or take away more access than they have. */
export function mayChangeRole(actor: Role, from: Role, to: Role): boolean {
  const rank = roles.indexOf(actor);
  return roles.indexOf(from) <= rank && roles.indexOf(to) <= rank;
}

/** The roles that a member of this role may invite people to; null for people who are not members. */
export function rolesToInvite(role: Role | null): Role[] {
  if (role === null || !roleMay(role, 'members.manage')) return [];
  return roles.filter((wanted) => mayChangeRole(role, 'volunteer', wanted));
}

/** How long the other admins can take over what a former admin has created. Then it expires. */
export const takeoverDays = 30;

export function takeoverEnd(suspendedAt: Temporal.Instant): Temporal.Instant {
  return suspendedAt.add({ hours: 24 * takeoverDays });
}

/** Whether an admin can and must decide on it: it is suspended, and has not ended in any other way. */
export function needsTakeover(
  {
    suspended_at: suspendedAt,
    ends,
  }: { suspended_at: Temporal.Instant | null; ends: Temporal.Instant | null },
  now: Temporal.Instant,
): boolean {
  if (suspendedAt === null) return false;
  const isAhead = (instant: Temporal.Instant) => Temporal.Instant.compare(instant, now) > 0;
  return isAhead(takeoverEnd(suspendedAt)) && (ends === null || isAhead(ends));
}

/** How many requests to join a person can send in so many hours. */
export const joinRequestsAtMost = 5;
export const joinRequestHours = 24;
