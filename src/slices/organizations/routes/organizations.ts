import { Type } from 'typebox';
import { type Route, route } from '#platform/http/route.ts';
import { PageQuery, PathId, Success } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { changeRole, leaveOrganization, removeMember } from '../commands/change-membership.ts';
import { changeOrganization } from '../commands/change-organization.ts';
import { createOrganization } from '../commands/found-organization.ts';
import { joinOrganization } from '../commands/join.ts';
import { readMembers, readMine, readOrganization } from '../reads.ts';
import {
  Member,
  MemberPage,
  MemberPath,
  MemberQuery,
  MyOrganizationPage,
  Organization,
  OrganizationChange,
  OrganizationCreate,
  RoleChange,
} from '../schema.ts';

const tag = 'Organizations';

export function organizationRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    route({
      method: 'POST',
      path: '/organizations',
      operationId: 'createOrganization',
      summary: 'Create an organization',
      tag,
      access: 'authenticated',
      body: OrganizationCreate,
      response: Organization,
      refuses: ['forbidden'],
      handle: async (call, { body }) => await createOrganization(platform, call, personOf(call), body),
    }),
    route({
      method: 'GET',
      path: '/organizations',
      operationId: 'listMyOrganizations',
      summary: 'The organizations I belong to',
      tag,
      access: 'authenticated',
      query: Type.Object(PageQuery),
      response: MyOrganizationPage,
      refuses: ['forbidden'],
      handle: async (call, { query }) => await readMine(db, personOf(call), query),
    }),
    route({
      method: 'GET',
      path: '/organizations/{id}',
      operationId: 'readOrganization',
      summary: 'An organization',
      tag,
      access: 'anyone',
      params: PathId,
      response: Organization,
      refuses: ['not_found'],
      handle: async (_call, { params }) => await readOrganization(db, params.id),
    }),
    route({
      method: 'PATCH',
      path: '/organizations/{id}',
      operationId: 'changeOrganization',
      summary: 'Change name, time zone, policies and how people join',
      tag,
      access: 'authenticated',
      permission: 'organization.change',
      params: PathId,
      body: OrganizationChange,
      response: Organization,
      refuses: ['forbidden', 'not_found', 'precondition_failed'],
      handle: (call, { params, body }) => changeOrganization(platform, call, params.id, body),
    }),
    route({
      method: 'POST',
      path: '/organizations/{id}/join',
      operationId: 'joinOrganization',
      summary: 'Join an open organization',
      tag,
      access: 'authenticated',
      params: PathId,
      response: Success,
      refuses: ['forbidden', 'not_found', 'already_member'],
      handle: async (call, { params }) => await joinOrganization(platform, call, personOf(call), params.id),
    }),
    route({
      method: 'POST',
      path: '/organizations/{id}/leave',
      operationId: 'leaveOrganization',
      summary: 'Leave an organization',
      description:
        'Cancels your upcoming registrations there and withdraws you from its journeys. What is past stays.',
      tag,
      access: 'authenticated',
      permission: 'organization.leave',
      params: PathId,
      response: Success,
      refuses: ['forbidden', 'not_found', 'last_owner'],
      handle: async (call, { params }) => await leaveOrganization(platform, call, personOf(call), params.id),
    }),
    ...memberRoutes(platform),
  ];
}

function memberRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    route({
      method: 'GET',
      path: '/organizations/{id}/members',
      operationId: 'listMembers',
      summary: 'Members, with search',
      tag,
      access: 'authenticated',
      permission: 'members.read',
      params: PathId,
      query: MemberQuery,
      response: MemberPage,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, query }) => readMembers(db, call, params.id, query),
    }),
    route({
      method: 'PATCH',
      path: '/organizations/{id}/members/{user_id}',
      operationId: 'changeMember',
      summary: 'Change a member’s role',
      description:
        'Invitations and API keys that somebody may no longer create stop working until an admin takes them over.',
      tag,
      access: 'authenticated',
      permission: 'members.manage',
      params: MemberPath,
      body: RoleChange,
      response: Member,
      refuses: ['forbidden', 'not_found', 'last_owner'],
      handle: (call, { params, body }) => changeRole(platform, call, params.id, params.user_id, body.role),
    }),
    route({
      method: 'DELETE',
      path: '/organizations/{id}/members/{user_id}',
      operationId: 'removeMember',
      summary: 'Remove a member',
      description:
        'Cancels their upcoming registrations, gives the spots to the waitlist and withdraws them from journeys. They get one email about it. Invitations and API keys that they created stop working until an admin takes them over.',
      tag,
      access: 'authenticated',
      permission: 'members.manage',
      params: MemberPath,
      refuses: ['forbidden', 'not_found', 'last_owner'],
      handle: (call, { params }) => removeMember(platform, call, params.id, params.user_id),
    }),
  ];
}
