import { type Static, Type } from 'typebox';
import { Id, Nullable, StringEnum, Timestamp } from '#platform/http/schema.ts';

/** What the organization knows of a member beyond their name. */
export const about = {
  user_id: Id,
  name: Type.String(),
  email: Nullable(Type.String()),
  role: StringEnum(['volunteer', 'check_in', 'coordinator', 'admin', 'owner'] as const),
  joined_at: Timestamp,
  phone: Nullable(Type.String()),
  language: Type.String(),
  date_of_birth: Nullable(
    Type.String({ description: 'Null if it’s not set, or if no rule of the organization needs it.' }),
  ),
  asks_date_of_birth: Type.Boolean({
    description: 'Whether a rule of the organization, a program or a mission needs the date of birth.',
  }),
  has_emergency_contact: Type.Boolean({
    description:
      'Whether there is one. To see it, send a separate request, which is recorded in the audit log.',
  }),
};

export const EmergencyContact = Type.Object(
  {
    emergency_contact: Nullable(
      Type.Object({ name: Type.String(), phone: Type.String(), relation: Type.Optional(Type.String()) }),
    ),
  },
  { title: 'EmergencyContact' },
);
export type EmergencyContactBody = Static<typeof EmergencyContact>;
