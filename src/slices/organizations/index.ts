import type { Slice } from '#platform/slice.ts';
import { giveUpMemberships } from './commands/give-up-memberships.ts';
import { demoOrganization } from './demo.ts';
import { joinRequestDeclined, joinRequested, memberJoined, memberLeft } from './events.ts';
import { readHeldOnPerson } from './reads.ts';
import { accessRoutes } from './routes/access.ts';
import { joinRequestRoutes } from './routes/join-requests.ts';
import { organizationRoutes } from './routes/organizations.ts';
import { planRoutes } from './routes/plans.ts';

export {
  authorize,
  authorizeAnywhere,
  chooseOrganization,
  grantAlso,
  rightsOf,
} from './commands/authorize.ts';
export { foundOrganization } from './commands/found-organization.ts';
export { addMember, addMembers } from './commands/join.ts';
export { authenticateKey, keyPrefix } from './commands/manage-api-keys.ts';
export { presentMember } from './reads.ts';
export {
  type Grant,
  type Permission,
  type ProfileField,
  permissions,
  profileFields,
  type Role,
  roleMay,
  roles,
  scopes,
} from './rules.ts';
export type { PolicyValues, RequirementValues } from './schema.ts';
export { insertManyMembers, insertManyOrganizations } from './sql/bulk.ts';
export { findMember, findRole, holdRole, listRoles, selectAdministrators } from './sql/memberships.ts';
export { findOrganization } from './sql/organizations.ts';
export { asksDateOfBirth, findMission, findProgram } from './sql/plans.ts';
export {
  type EarnedFulfilment,
  earnedFulfilmentOf,
  fulfilRequirements,
  nameRequirementItem,
  selectOwnItems,
  unfulfilRequirements,
} from './sql/requirements.ts';

export const organizations: Slice = {
  name: 'organizations',
  routes: (platform) => [
    ...organizationRoutes(platform),
    ...accessRoutes(platform),
    ...joinRequestRoutes(platform),
    ...planRoutes(platform),
  ],
  events: [memberJoined, memberLeft, joinRequested, joinRequestDeclined],
  demo: demoOrganization,
  personalData: {
    name: 'organizations',
    export: (db, userId) => readHeldOnPerson(db, userId),
    erase: (tx, call, userId, platform) => giveUpMemberships(tx, platform, call, userId),
  },
};
