import { Type } from 'typebox';
import { type Route, routesFor } from '#platform/http/route.ts';
import { PageQuery, Success } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import {
  changeRole,
  joinOrganization,
  leaveOrganization,
  removeMember,
} from '../commands/change-membership.ts';
import { changeOrganization } from '../commands/change-organization.ts';
import { createOrganization } from '../commands/create-organization.ts';
import { readMembers, readMine, readOrganization } from '../reads.ts';
import {
  Member,
  MemberPage,
  MemberQuery,
  MyOrganizationPage,
  Organization,
  OrganizationChange,
  OrganizationCreate,
  RoleChange,
} from '../schema/organizations.ts';

const loggedIn = routesFor({ tag: 'Organizations', access: 'authenticated' });
const anyone = routesFor({ tag: 'Organizations', access: 'anyone' });
const change = routesFor({
  tag: 'Organizations',
  access: 'authenticated',
  permission: 'organization.change',
});
const leave = routesFor({ tag: 'Organizations', access: 'authenticated', permission: 'organization.leave' });
const seeMembers = routesFor({ tag: 'Organizations', access: 'authenticated', permission: 'members.read' });
const manageMembers = routesFor({
  tag: 'Organizations',
  access: 'authenticated',
  permission: 'members.manage',
});

export function organizationRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    loggedIn.post('/organizations', 'createOrganization', 'Create an organization', {
      description: 'You become its owner.',
      body: OrganizationCreate,
      response: Organization,
      refuses: ['forbidden'],
      handle: async (call, { body }) => await createOrganization(platform, call, personOf(call), body),
    }),
    loggedIn.get('/organizations', 'listMyOrganizations', 'List my organizations', {
      description: 'The organizations that you’re a member of, with your access in each.',
      query: Type.Object(PageQuery),
      response: MyOrganizationPage,
      refuses: ['forbidden'],
      handle: async (call, { query }) => await readMine(db, personOf(call), query),
    }),
    anyone.get('/organizations/{id}', 'readOrganization', 'Get an organization', {
      description: 'Its name, time zone, sign-up rules and how people can join.',
      response: Organization,
      refuses: ['not_found'],
      handle: async (_call, { params }) => await readOrganization(db, params.id),
    }),
    change.change('/organizations/{id}', 'changeOrganization', 'Change an organization', {
      description:
        'Its name, time zone, sign-up rules and how people can join. Fields that you leave out keep their value.',
      body: OrganizationChange,
      response: Organization,
      handle: (call, { params, body }) => changeOrganization(platform, call, params.id, body),
    }),
    loggedIn.act('/organizations/{id}/join', 'joinOrganization', 'Join an open organization', {
      description: 'Only for organizations that anyone can join. For the others, send a join request.',
      response: Success,
      refuses: ['already_member'],
      handle: async (call, { params }) => await joinOrganization(platform, call, personOf(call), params.id),
    }),
    leave.act('/organizations/{id}/leave', 'leaveOrganization', 'Leave an organization', {
      description:
        'Cancels your upcoming registrations there and withdraws you from its journeys. Past shifts, hours and badges are kept.',
      response: Success,
      refuses: ['last_owner'],
      handle: async (call, { params }) => await leaveOrganization(platform, call, personOf(call), params.id),
    }),
    ...memberRoutes(platform),
  ];
}

function memberRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    seeMembers.read('/organizations/{id}/members', 'listMembers', 'List members', {
      description: 'Search with `q`, filter by access with `role`.',
      query: MemberQuery,
      response: MemberPage,
      handle: (call, { params, query }) => readMembers(db, call, params.id, query),
    }),
    manageMembers.patch('/organizations/{id}/members/{user_id}', 'changeMember', 'Change a member’s access', {
      description:
        'Invitations and API keys that the person may no longer create stop working until an admin takes them over.',
      body: RoleChange,
      response: Member,
      refuses: ['forbidden', 'not_found', 'last_owner'],
      handle: (call, { params, body }) => changeRole(platform, call, params.id, params.user_id, body.role),
    }),
    manageMembers.remove('/organizations/{id}/members/{user_id}', 'removeMember', 'Remove a member', {
      description:
        'Cancels their upcoming registrations, gives the spots to the waitlist and withdraws them from journeys. They get one email about it. Invitations and API keys that they created stop working until an admin takes them over.',
      refuses: ['last_owner'],
      handle: (call, { params }) => removeMember(platform, call, params.id, params.user_id),
    }),
  ];
}
