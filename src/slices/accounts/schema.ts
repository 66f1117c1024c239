import { type Static, Type } from 'typebox';
import { type Kind, kinds } from '#kernel/notification-kinds.ts';
import {
  DateInput,
  Id,
  Nullable,
  SingleLine,
  StringEnum,
  type Success,
  Timestamp,
  TimeZone,
  Title,
} from '#platform/http/schema.ts';
import { languages } from '#platform/language/index.ts';

export const Email = Type.String({ format: 'email', maxLength: 254, examples: ['ada@example.org'] });
// Longer than any accepted password: the rule has a better message, and this bound keeps hashing cheap.
const PasswordInput = Type.String({ minLength: 1, maxLength: 1_000 });
const Token = Type.String({ minLength: 1, maxLength: 2_000 });

export const SignupRequest = Type.Object(
  {
    email: Email,
    password: PasswordInput,
    name: Title,
    time_zone: Type.Optional(TimeZone),
    language: Type.Optional(StringEnum(languages)),
    organization_name: Type.Optional(
      Type.String({ ...Title, description: 'Also creates this organization, with you as its owner.' }),
    ),
    invitation_token: Type.Optional(
      Type.String({ ...Token, description: 'The token of an invitation link: you join its organization.' }),
    ),
    setup_token: Type.Optional(
      Type.String({
        ...Token,
        description: 'The token of the setup link: you become the owner of the installation.',
      }),
    ),
  },
  { title: 'SignupRequest' },
);
export type NewAccountInput = Static<typeof SignupRequest>;

export const Installation = Type.Object(
  { has_owner: Type.Boolean({ description: 'False until the setup link has been used.' }) },
  { title: 'Installation' },
);

export const SignupResponse = Type.Object(
  { id: Id, email: Type.String(), name: Type.String(), created_at: Timestamp },
  { title: 'SignupResponse' },
);

export const LoginRequest = Type.Object(
  { email: Type.String({ minLength: 1, maxLength: 254 }), password: PasswordInput },
  { title: 'LoginRequest' },
);

export const JwtLoginResponse = Type.Object(
  { access_token: Type.String(), refresh_token: Type.String() },
  { title: 'JwtLoginResponse' },
);
export type TokenPair = Static<typeof JwtLoginResponse>;

const upTo100 = (description: string) => Type.Integer({ minimum: 0, maximum: 100, description });

export const Waiting = Type.Object(
  {
    notifications: upTo100('New notifications, up to 100.'),
    asks: upTo100('Shifts that you’re asked to take, up to 100.'),
    swaps: upTo100('Swaps that concern you, up to 100.'),
    hour_reports: upTo100('Reported hours that you can approve or reject, up to 100.'),
  },
  { title: 'Waiting' },
);
export type WaitingBody = Static<typeof Waiting>;

export const BrowserSession = Type.Object(
  {
    access_token: Type.String(),
    expires_in: Type.Integer({ description: 'Lifetime of the access token, in seconds.' }),
    user_id: Type.Integer({ description: 'The person who is logged in.' }),
    waiting: Type.Optional(Waiting),
  },
  { title: 'BrowserSession' },
);

export const RefreshRequest = Type.Object({ refresh_token: Token }, { title: 'RefreshRequest' });
export const EmailRequest = Type.Object(
  { email: Type.String({ ...Email, format: 'known-email' }) },
  { title: 'EmailRequest' },
);
export const TokenRequest = Type.Object({ token: Token }, { title: 'TokenRequest' });
export const PasswordReset = Type.Object(
  { token: Token, password: PasswordInput },
  { title: 'PasswordReset' },
);
export const PasswordChange = Type.Object(
  { current_password: PasswordInput, new_password: PasswordInput },
  { title: 'PasswordChange' },
);

const EmergencyContact = Type.Object({
  name: Type.String(),
  phone: Type.String(),
  relation: Type.Optional(Type.String()),
});
const EmergencyContactInput = Type.Object({
  name: Title,
  phone: Type.String({ ...SingleLine(40), minLength: 1 }),
  relation: Type.Optional(SingleLine(100)),
});
const Channels = Type.Object(
  {
    email: Type.Optional(Type.Boolean()),
    push: Type.Optional(Type.Boolean({ description: 'In browsers where you have turned notifications on.' })),
    app: Type.Optional(Type.Boolean({ description: 'In your list of notifications.' })),
  },
  { title: 'NotificationChannels', description: 'What is left out is on.', additionalProperties: false },
);
const byKind = Object.fromEntries(kinds.map((kind) => [kind, Type.Optional(Channels)]));
const NotificationPreferences = Type.Object(byKind as Record<Kind, Type.TOptional<typeof Channels>>, {
  title: 'NotificationPreferences',
  additionalProperties: false,
  description: 'By kind of notification. Kinds that are left out are on.',
});
export type NotificationPreferencesBody = Static<typeof NotificationPreferences>;

export const Profile = Type.Object(
  {
    id: Id,
    email: Type.String(),
    email_verified: Type.Boolean(),
    name: Type.String(),
    phone: Nullable(Type.String()),
    date_of_birth: Nullable(Type.String({ format: 'date' })),
    emergency_contact: Nullable(EmergencyContact),
    time_zone: Type.String(),
    language: Type.String(),
    notification_preferences: NotificationPreferences,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Profile' },
);
export type ProfileBody = Static<typeof Profile>;

export const ProfileChange = Type.Object(
  {
    name: Type.Optional(Title),
    phone: Type.Optional(Nullable(Type.String({ minLength: 3, maxLength: 40, pattern: '^[0-9+()./ -]+$' }))),
    date_of_birth: Type.Optional(Nullable(DateInput)),
    emergency_contact: Type.Optional(Nullable(EmergencyContactInput)),
    time_zone: Type.Optional(TimeZone),
    language: Type.Optional(StringEnum(languages)),
    notification_preferences: Type.Optional(
      Type.Object(NotificationPreferences.properties, {
        title: 'NotificationPreferencesChange',
        additionalProperties: false,
        description: 'Kinds and channels that are left out stay as they are.',
      }),
    ),
  },
  { title: 'ProfileChange' },
);
export type ProfileChangeInput = Static<typeof ProfileChange>;

export const Session = Type.Object(
  {
    id: Id,
    current: Type.Boolean(),
    created_at: Timestamp,
    last_used_at: Timestamp,
    expires_at: Timestamp,
    user_agent: Nullable(Type.String()),
    address: Nullable(Type.String()),
  },
  { title: 'Session' },
);

export type SuccessBody = Static<typeof Success>;

export const Erasure = Type.Object({ password: PasswordInput }, { title: 'Erasure' });
