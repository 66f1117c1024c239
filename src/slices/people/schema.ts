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
    Type.String({ description: 'Null also where no rule of the organization asks for it.' }),
  ),
  asks_date_of_birth: Type.Boolean({
    description: 'Whether a rule of the organization, a program or a mission asks for the date of birth.',
  }),
  has_emergency_contact: Type.Boolean({
    description: 'Whether there is one. Showing it is a request of its own, which the audit log keeps.',
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
