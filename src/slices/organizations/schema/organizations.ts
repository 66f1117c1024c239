import { type Static, Type } from 'typebox';
import {
  Id,
  Nullable,
  Page,
  PageQuery,
  StringEnum,
  Timestamp,
  TimeZone,
  Title,
} from '#platform/http/schema.ts';
import { roles } from '../rules/access.ts';
import { Policies, ProfileFields } from './policies.ts';

/** Access, as the API calls it. */
export const RoleName = StringEnum(roles);
const JoinRule = StringEnum(['invitation', 'open', 'everyone'] as const, {
  description:
    '`invitation`: by invitation, or by request if an admin approves. `open`: anyone can join. `everyone`: every new account joins (only the owner of the installation can set this).',
});

const ShowComing = Type.Boolean({
  description:
    'Whether people with a confirmed spot see who else is coming: first name, initial of the last name, and role. Members can then also offer their spot to someone by email address. Default: false.',
});

const AllowHourReports = Type.Boolean({
  description: 'Whether members can report hours themselves, for a coordinator to approve. Default: true.',
});

export const Organization = Type.Object(
  {
    id: Id,
    name: Type.String(),
    time_zone: Type.String(),
    policies: Policies,
    join_rule: JoinRule,
    join_role: RoleName,
    required_profile_fields: ProfileFields,
    show_coming: ShowComing,
    allow_hour_reports: AllowHourReports,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Organization' },
);
export type OrganizationBody = Static<typeof Organization>;

export const OrganizationCreate = Type.Object(
  { name: Title, time_zone: Type.Optional(TimeZone) },
  { title: 'OrganizationCreate' },
);
export const OrganizationChange = Type.Object(
  {
    name: Type.Optional(Title),
    time_zone: Type.Optional(TimeZone),
    policies: Type.Optional(Policies),
    join_rule: Type.Optional(JoinRule),
    join_role: Type.Optional(RoleName),
    required_profile_fields: Type.Optional(ProfileFields),
    show_coming: Type.Optional(ShowComing),
    allow_hour_reports: Type.Optional(AllowHourReports),
  },
  { title: 'OrganizationChange' },
);
export type OrganizationChangeInput = Static<typeof OrganizationChange>;

export const MyOrganization = Type.Object(
  {
    id: Id,
    name: Type.String(),
    time_zone: Type.String(),
    role: RoleName,
    joined_at: Timestamp,
    allow_hour_reports: AllowHourReports,
  },
  { title: 'MyOrganization' },
);
export const MyOrganizationPage = Page('MyOrganizationList', MyOrganization);

export const Member = Type.Object(
  {
    user_id: Id,
    name: Type.String(),
    email: Nullable(Type.String()),
    role: RoleName,
    joined_at: Timestamp,
  },
  { title: 'Member' },
);
export const MemberPage = Page('MemberList', Member);
export const MemberQuery = Type.Object({
  ...PageQuery,
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Part of a name or email address.' }),
  ),
  role: Type.Optional(RoleName),
  user_id: Type.Optional(Type.Integer({ ...Id, description: 'Only this person.' })),
});
export const RoleChange = Type.Object({ role: RoleName }, { title: 'RoleChange' });
