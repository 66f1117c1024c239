import { type Static, Type } from 'typebox';
import {
  FieldError,
  Id,
  Nullable,
  notBlank,
  Page,
  PageQuery,
  Reason,
  StringEnum,
  Success,
  Timestamp,
} from '#platform/http/schema.ts';

export const CandidateQuery = Type.Object({
  ...PageQuery,
  role_id: Type.Optional(Id),
  role_key: Type.Optional(Type.String({ maxLength: 100 })),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'A part of the name.' })),
});
export type CandidateInput = Static<typeof CandidateQuery>;

const Candidate = Type.Object(
  {
    user_id: Id,
    name: Type.String(),
    email: Nullable(Type.String()),
    phone: Nullable(Type.String()),
    outcome: StringEnum(['confirm', 'await_approval'], {
      description: 'What would happen if they signed up.',
    }),
    availability: StringEnum(['available', 'not_declared'] as const, {
      description: 'Whether they have said that they can come at this time, or nothing about their time.',
    }),
    month_minutes: Type.Integer({ description: 'Attended in this organization in the current month.' }),
    total_minutes: Type.Integer({ description: 'Attended in this organization.' }),
    last_shift_at: Nullable(
      Type.String({ ...Timestamp, description: 'When the person last checked in in this organization.' }),
    ),
    week_minutes_left: Nullable(
      Type.Integer({
        description:
          'Until the maximum hours in the week of the shift, without the shift. Null without a maximum.',
      }),
    ),
  },
  { title: 'Candidate' },
);

export const CandidatePage = Page('CandidatePage', Candidate);
export type CandidatePageBody = Static<typeof CandidatePage>;

const done = Nullable(Type.Boolean({ description: 'Whether you have it. Null without an account.' }));
const Needed = Type.Object({ id: Id, name: Type.String(), done }, { title: 'NeededItem' });

export const ShiftNeeds = Type.Object(
  {
    organization: Type.Object({
      id: Id,
      name: Type.String(),
      join_rule: StringEnum(['invitation', 'open', 'everyone'] as const),
      show_coming: Type.Boolean({ description: 'Whether `GET /shifts/{id}/coming` lists people.' }),
    }),
    program: Type.Object({ id: Id, name: Type.String() }),
    signup_opens_at: Nullable(
      Type.String({
        ...Timestamp,
        description: 'Before this time, only coordinators can sign people up. `null`: no limit.',
      }),
    ),
    signup_closes_at: Type.String({
      ...Timestamp,
      description: 'From this time on, only coordinators can sign people up. The start at the latest.',
    }),
    swap_mode: StringEnum(['open', 'approval', 'off'] as const, {
      description:
        'Whether people can offer their spot to other members. With `approval`, a coordinator approves each swap.',
    }),
    minimum_age: Nullable(Type.Integer()),
    profile_fields: Type.Array(
      Type.Object({
        field: StringEnum(['phone', 'date_of_birth', 'emergency_contact', 'email_verified'] as const),
        done,
      }),
    ),
    forms: Type.Array(Needed),
    badges: Type.Array(Needed),
    journeys: Type.Array(Needed),
  },
  { title: 'ShiftNeeds' },
);

export const sources = ['self_service', 'coordinator', 'kiosk', 'import', 'api'] as const;
const Source = StringEnum(sources);
const RegistrationStatus = StringEnum([
  'active',
  'pending_approval',
  'waitlisted',
  'offered',
  'cancelled',
] as const);
const RoleKey = Type.String({ minLength: 1, maxLength: 64 });

export const Registration = Type.Object(
  {
    id: Id,
    shift_id: Id,
    user_id: Id,
    role_id: Nullable(Id),
    role_key: Nullable(Type.String()),
    status: RegistrationStatus,
    waitlist_position: Nullable(Type.Integer()),
    offer_expires_at: Nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
    cancelled_at: Nullable(Timestamp),
    cancel_reason: Nullable(Type.String()),
    source: Type.String(),
    flags: Type.Array(Type.String()),
  },
  { title: 'Registration' },
);
export type RegistrationBody = Static<typeof Registration>;

export const Override = Type.Object(
  {
    reason: Type.String({ ...Reason, minLength: 1, pattern: notBlank }),
    policy: Type.Optional(Type.Boolean({ default: true })),
    availability: Type.Optional(Type.Boolean({ default: true })),
    requirements: Type.Optional(Type.Boolean({ default: true })),
    capacity: Type.Optional(
      Type.Boolean({ default: false, description: 'Allow more people than the shift has spots.' }),
    ),
  },
  { title: 'Override', description: 'For coordinators. The audit log keeps the reason.' },
);
export type OverrideInput = Static<typeof Override>;

export const RoleChoice = {
  role_id: Type.Optional(
    Nullable(Type.Integer({ ...Id, description: 'A role of the shift. Default: no role.' })),
  ),
  role_key: Type.Optional(
    Nullable(Type.String({ ...RoleKey, description: 'The key of the role, instead of `role_id`.' })),
  ),
};

export const ShiftSignupRequest = Type.Object(
  {
    user_id: Type.Optional(Type.Integer({ ...Id, description: 'The person to sign up. Without it, you.' })),
    ...RoleChoice,
    source: Type.Optional(Source),
    override: Type.Optional(Override),
  },
  { title: 'ShiftSignupRequest' },
);
export type SignupInput = Static<typeof ShiftSignupRequest>;

export const SignupAnswer = Type.Object(
  { ...Success.properties, registration: Registration },
  { title: 'ShiftSignupResponse' },
);
export type SignupAnswerBody = Static<typeof SignupAnswer>;

export const BulkSignupRequest = Type.Object(
  {
    user_ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }),
    ...RoleChoice,
    override: Type.Optional(Override),
  },
  { title: 'BulkSignupRequest' },
);
export const BulkSignupAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        user_id: Id,
        success: Type.Boolean(),
        registration: Nullable(Registration),
        error: Nullable(
          Type.Object({ code: Type.String(), detail: Type.String(), errors: Type.Array(FieldError) }),
        ),
      }),
    ),
  },
  { title: 'BulkSignupResponse' },
);

export const CancelSignupRequest = Type.Object(
  { reason: Type.Optional(Nullable(Reason)), source: Type.Optional(Source) },
  { title: 'CancelSignupRequest' },
);
export type CancelSignupInput = Static<typeof CancelSignupRequest>;

export const CancelSignupQuery = Type.Object({
  registration_id: Type.Optional(
    Type.Integer({
      ...Id,
      description:
        'Cancels this registration only. If it’s cancelled already, the answer is the same, so the request is safe to repeat: a later sign-up for the shift stays.',
    }),
  ),
});

export const ChangeSignupRequest = Type.Object(
  {
    current_shift_id: Id,
    ...RoleChoice,
    user_id: Type.Optional(
      Type.Integer({
        ...Id,
        description: 'The person to move, for coordinators. Without it, you.',
      }),
    ),
    override: Type.Optional(Override),
  },
  { title: 'ChangeSignupRequest' },
);
export type ChangeSignupInput = Static<typeof ChangeSignupRequest>;

export const DecisionRequest = Type.Object({ reason: Type.Optional(Reason) }, { title: 'DecisionRequest' });

export const RosterRow = Type.Object(
  {
    ...Registration.properties,
    user_name: Type.String(),
    user_email: Nullable(Type.String()),
    user_phone: Nullable(Type.String()),
  },
  { title: 'RosterRow' },
);
export const Roster = Page('Roster', RosterRow);
export const RosterQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(RegistrationStatus),
  has_spot: Type.Optional(
    Type.Boolean({ description: 'Only people with a spot: confirmed, or waiting for approval.' }),
  ),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'A part of the name.' })),
});

const verdict = {
  eligible: Type.Boolean(),
  outcome: StringEnum(['confirm', 'await_approval', 'waitlist', 'refuse'] as const),
  code: Nullable(Type.String({ description: 'The error code that a sign-up would get.' })),
  reasons: Type.Array(
    Type.Object({
      ...FieldError.properties,
      code: Type.String({ description: 'The code that this reason alone would be refused with.' }),
      rule: Type.String({ description: 'Stable name of the reason, for programs.' }),
    }),
  ),
  flags: Type.Array(Type.String()),
};
export const Eligibility = Type.Object(
  {
    ...verdict,
    roles: Type.Array(Type.Object({ role_id: Id, ...verdict }, { title: 'RoleEligibility' }), {
      description: 'The result for each role of the shift. Empty if you asked for one role.',
    }),
  },
  { title: 'Eligibility' },
);
export const EligibilityQuery = Type.Object({
  user_id: Type.Optional(Id),
  role_id: Type.Optional(Id),
  role_key: Type.Optional(RoleKey),
});
