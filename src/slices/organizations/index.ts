import { refuse } from '#kernel/refusal.ts';
import type { Slice } from '#platform/slice.ts';
import { findProfile } from '#slices/accounts/index.ts';
import { demoOrganization } from './demo.ts';
import { memberJoined } from './events.ts';
import { accessRoutes } from './routes/access.ts';
import { organizationRoutes } from './routes/organizations.ts';
import { planRoutes } from './routes/plans.ts';
import { forgetInvitee } from './sql/invitations.ts';
import { deleteAllMemberships, soleOwnerships } from './sql/memberships.ts';
import { selectMine } from './sql/organizations.ts';

export { authorize, chooseOrganization, type Grant } from './commands/authorize.ts';
export { foundOrganization } from './commands/found-organization.ts';
export { authenticateKey, keyPrefix } from './commands/manage-api-keys.ts';
export {
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
export { findRole } from './sql/memberships.ts';
export { findOrganization } from './sql/organizations.ts';
export { findMission, findProgram } from './sql/plans.ts';

export const organizations: Slice = {
  name: 'organizations',
  routes: (platform) => [...organizationRoutes(platform), ...accessRoutes(platform), ...planRoutes(platform)],
  events: [memberJoined],
  demo: demoOrganization,
  personalData: {
    name: 'organizations',
    export: async (db, userId) => await selectMine(db, userId, undefined, 1_000),
    async erase(tx, _call, userId) {
      const held = await soleOwnerships(tx, userId);
      if (held.length > 0) {
        throw refuse(
          'last_owner',
          `You are the only owner of organization ${held.join(', ')}. Make somebody else an owner first.`,
        );
      }
      const profile = await findProfile(tx, userId);
      if (profile?.email) await forgetInvitee(tx, profile.email);
      await deleteAllMemberships(tx, userId);
    },
  },
};
