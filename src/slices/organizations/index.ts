import type { Slice } from '#platform/slice.ts';
import { newAccounts } from '#slices/accounts/index.ts';
import { followNewAccount } from './commands/create-organization.ts';
import { authenticateKey, keyPrefix } from './commands/manage-api-keys.ts';
import { joinRequestDeclined, joinRequested, memberJoined, memberLeft } from './events.ts';
import { readPersonalData } from './reads.ts';
import { accessRoutes } from './routes/access.ts';
import { joinRequestRoutes } from './routes/join-requests.ts';
import { organizationRoutes } from './routes/organizations.ts';
import { giveUpMemberships } from './steps/end-membership.ts';

export const organizations: Slice = {
  name: 'organizations',
  tags: { Organizations: 'Organizations, their members, invitations and API keys.' },
  routes: (platform) => [
    ...organizationRoutes(platform),
    ...accessRoutes(platform),
    ...joinRequestRoutes(platform),
  ],
  credentials: (platform) => [
    { prefix: `${keyPrefix}_`, authenticate: (key) => authenticateKey(platform, key) },
  ],
  events: [memberJoined, memberLeft, joinRequested, joinRequestDeclined],
  followUps: [newAccounts.with(followNewAccount)],
  personalData: {
    name: 'organizations',
    export: (db, userId) => readPersonalData(db, userId),
    erase: (tx, call, userId, platform) => giveUpMemberships(tx, platform, call, userId),
  },
};

export { organizationErrors } from './errors.ts';
export { type Departure, departures, zoneChanges } from './follow-ups.ts';
export {
  authorize,
  authorizeJobs,
  chooseList,
  chooseOrganization,
  grantAlso,
  refuseForOthers,
  rightsOf,
} from './gate.ts';
export { presentMember } from './present.ts';
export {
  type Grant,
  mayIn,
  type Permission,
  permissions,
  type Role,
  roleMay,
  roles,
  scopes,
} from './rules/access.ts';
export { Policies, type PolicyValues, ProfileFields } from './schema/policies.ts';
export { findMember, findRole, lockRole, selectAdministrators } from './sql/memberships.ts';
export { findOrganization } from './sql/organizations.ts';
export { addMember, addMembers, type Joining } from './steps/add-members.ts';
