import { Type } from 'typebox';
import { Id, Nullable, StringEnum } from '#platform/http/schema.ts';

const done = Nullable(
  Type.Boolean({ description: 'Whether the caller has it. Null for callers without an account.' }),
);
const Needed = Type.Object({ id: Id, name: Type.String(), done }, { title: 'NeededItem' });

export const ShiftNeeds = Type.Object(
  {
    organization: Type.Object({
      id: Id,
      name: Type.String(),
      join_rule: StringEnum(['invitation', 'open'] as const),
    }),
    program: Type.Object({ id: Id, name: Type.String() }),
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
