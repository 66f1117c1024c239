import { type Static, Type } from 'typebox';
import {
  FieldError,
  Id,
  Nullable,
  Page,
  PageQuery,
  StringEnum,
  Timestamp,
  TimeZone,
  Title,
} from '#platform/http/schema.ts';
import { profileFields, roles, scopes } from './rules/access.ts';

const RoleName = StringEnum(roles);
const JoinRule = StringEnum(['invitation', 'open', 'everyone'] as const, {
  description:
    '`invitation`: by invitation, or by request if an admin approves. `open`: anyone can join. `everyone`: every new account joins (only the owner of the installation can set this).',
});
const JoinRequestStatus = StringEnum(['open', 'approved', 'declined', 'withdrawn'] as const);
export const ProfileFields = Type.Array(StringEnum(profileFields), {
  maxItems: profileFields.length,
  uniqueItems: true,
});

const ClockTime = Type.String({
  maxLength: 5,
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  examples: ['22:00'],
});
export const Policies = Type.Object(
  {
    signup_opens_days: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 0,
          maximum: 730,
          description: 'How many days before the start sign-up opens. Null: any time.',
        }),
      ),
    ),
    signup_closes_minutes: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 525_600,
        description: 'How many minutes before the start sign-up closes.',
      }),
    ),
    cancel_cutoff_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 8_760,
        description: 'Cancelling later than this many hours before the start is late. Default: 24.',
      }),
    ),
    allow_late_cancellation: Type.Optional(
      Type.Boolean({
        description: 'True (default): late cancellations are marked as late. False: they’re refused.',
      }),
    ),
    change_cutoff_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 8_760,
        description: 'Switching to another shift is possible until this many hours before the start.',
      }),
    ),
    min_rest_minutes: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10_080,
        description: 'Minimum rest between two shifts of a person.',
      }),
    ),
    max_hours_per_week: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: 168,
          description: 'Maximum hours of a person per week. Null: no limit.',
        }),
      ),
    ),
    waitlist_mode: Type.Optional(
      StringEnum(['auto', 'offer'] as const, {
        description:
          '`auto`: a freed spot goes to the next person. `offer`: it’s held for them until they accept.',
      }),
    ),
    swap_mode: Type.Optional(
      StringEnum(['open', 'approval', 'off'] as const, {
        description:
          '`open`: people can offer their spot to other members. `approval`: a coordinator approves each swap. `off`: they can’t.',
      }),
    ),
    minors: Type.Optional(
      Nullable(
        Type.Object({
          minimum_age: Type.Optional(
            Type.Integer({ minimum: 0, maximum: 21, description: 'Younger people can’t sign up.' }),
          ),
          night_from: Type.Optional({
            ...ClockTime,
            description: 'Minors can’t work at night: from this local time.',
          }),
          night_until: Type.Optional({ ...ClockTime, description: 'Until this local time.' }),
          max_hours_per_day: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 24, description: 'Maximum hours of a minor per day.' }),
          ),
        }),
      ),
    ),
  },
  { title: 'Policies', description: 'Sign-up rules. A program can override those of its organization.' },
);
export type PolicyValues = Static<typeof Policies>;

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

const Takeover = {
  created_by: Id,
  created_by_name: Type.String(),
  suspended_at: Nullable(Timestamp),
  needs_takeover: Type.Boolean({
    description:
      'True if the person who created it can no longer manage access. It doesn’t work until an admin takes it over, and expires if no one does.',
  }),
  takeover_until: Nullable(Timestamp),
};

export const Invitation = Type.Object(
  {
    id: Id,
    organization_id: Id,
    email: Nullable(Type.String()),
    name: Nullable(Type.String()),
    role: RoleName,
    status: StringEnum(['open', 'accepted', 'expired', 'revoked', 'suspended'] as const),
    created_at: Timestamp,
    expires_at: Timestamp,
    ...Takeover,
  },
  { title: 'Invitation' },
);
export const InvitationCreate = Type.Object(
  {
    email: Type.Optional(
      Type.String({ format: 'email', maxLength: 254, description: 'Without it, you get a link to share.' }),
    ),
    role: Type.Optional(RoleName),
    expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, default: 14 })),
  },
  { title: 'InvitationCreate' },
);
export const InvitationCreated = Type.Object(
  { ...Invitation.properties, token: Type.String({ description: 'Shown once.' }), url: Type.String() },
  { title: 'InvitationCreated' },
);
export const InvitationsCreate = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: 100_000,
      description:
        'Up to 1,000 addresses, one per line or separated by commas, semicolons or tabs. With a name as `Ada <ada@example.org>`, or beside the address.',
    }),
    role: Type.Optional(RoleName),
    expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, default: 14 })),
    dry_run: Type.Optional(Type.Boolean({ description: 'Only say what would happen.' })),
  },
  { title: 'InvitationsCreate' },
);
export const InvitationsCreated = Type.Object(
  {
    invited: Type.Integer(),
    items: Type.Array(
      Type.Object(
        {
          line: Type.Integer({ description: 'Of your text, from 1.' }),
          text: Type.String({ description: 'As you sent it.' }),
          email: Nullable(Type.String()),
          name: Nullable(Type.String()),
          status: StringEnum(['invited', 'already_member', 'already_invited', 'invalid'] as const),
        },
        { title: 'InvitedAddress' },
      ),
    ),
  },
  { title: 'InvitationsCreated' },
);
const { expires_in_days, dry_run } = InvitationsCreate.properties;
export const InvitationsImportQuery = Type.Object({
  role: Type.Optional(
    StringEnum(roles, { description: 'For lines that don’t name one. Default: volunteer.' }),
  ),
  expires_in_days,
  dry_run,
});
export const InvitationsImported = Type.Object(
  {
    invited: InvitationsCreated.properties.invited,
    ignored_columns: Type.Array(Type.String(), { description: 'Columns of the file that were not used.' }),
    items: Type.Array(
      Type.Object(
        {
          ...InvitationsCreated.properties.items.items.properties,
          line: Type.Integer({ description: 'Of the file, from 1. The first one names the columns.' }),
          text: Type.String({ description: 'The cell with the address, or the name if that cell is empty.' }),
          role: RoleName,
          problem: Nullable(
            Type.Object(
              {
                column: Nullable(Type.String({ description: 'As the file calls it.' })),
                code: FieldError.properties.code,
                message: FieldError.properties.message,
                params: FieldError.properties.params,
              },
              { description: 'Why the line is `invalid`.' },
            ),
          ),
        },
        { title: 'ImportedInvitation' },
      ),
      { description: 'One per line, each address once.' },
    ),
  },
  { title: 'InvitationsImported' },
);
export const InvitationPage = Page('InvitationList', Invitation);

export const JoinRequest = Type.Object(
  {
    id: Id,
    organization_id: Id,
    organization_name: Type.String(),
    user_id: Id,
    user_name: Type.String(),
    user_email: Nullable(Type.String()),
    message: Type.String(),
    status: JoinRequestStatus,
    reason: Nullable(Type.String()),
    created_at: Timestamp,
    decided_at: Nullable(Timestamp),
  },
  { title: 'JoinRequest' },
);
export type JoinRequestBody = Static<typeof JoinRequest>;
export const JoinRequestCreate = Type.Object(
  { message: Type.Optional(Type.String({ maxLength: 1_000, description: 'A message to the admins.' })) },
  { title: 'JoinRequestCreate' },
);
export const JoinRequestApproval = Type.Object(
  { role: Type.Optional(RoleName) },
  { title: 'JoinRequestApproval' },
);
export const JoinRequestPage = Page('JoinRequestList', JoinRequest);
export const JoinRequestQuery = Type.Object({ ...PageQuery, status: Type.Optional(JoinRequestStatus) });

export const ApiKey = Type.Object(
  {
    id: Id,
    organization_id: Id,
    name: Type.String(),
    prefix: Type.String(),
    scopes: Type.Array(StringEnum(scopes)),
    created_at: Timestamp,
    expires_at: Nullable(Timestamp),
    last_used_at: Nullable(Timestamp),
    revoked_at: Nullable(Timestamp),
    ...Takeover,
  },
  { title: 'ApiKey' },
);
export const ApiKeyCreate = Type.Object(
  {
    name: Title,
    scopes: Type.Array(StringEnum(scopes), { minItems: 1, maxItems: scopes.length, uniqueItems: true }),
    expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650 })),
  },
  { title: 'ApiKeyCreate' },
);
export const ApiKeyCreated = Type.Object(
  { ...ApiKey.properties, key: Type.String({ description: 'Shown once.' }) },
  { title: 'ApiKeyCreated' },
);
export const ApiKeyPage = Page('ApiKeyList', ApiKey);
