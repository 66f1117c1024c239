import { type Static, Type } from 'typebox';
import { Id, notBlank, StringEnum, Success, Title } from '#platform/http/schema.ts';

export const LinkToken = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) });

export const UnsubscribeQuery = Type.Object({
  scope: Type.Optional(
    StringEnum(['kind', 'all'], { description: 'Messages of the kind that the link came with, or all.' }),
  ),
});

export const ShiftMessage = Type.Object(
  {
    subject: Title,
    text: Type.String({
      minLength: 1,
      maxLength: 10_000,
      pattern: notBlank,
      description: 'Plain text; an empty line begins a paragraph.',
    }),
    statuses: Type.Optional(
      Type.Array(StringEnum(['active', 'pending_approval', 'waitlisted', 'offered'] as const), {
        minItems: 1,
        maxItems: 4,
        uniqueItems: true,
        description: 'Whom to write to. Left out: those who are coming, approved or not.',
      }),
    ),
  },
  { title: 'ShiftMessage' },
);
export type ShiftMessageInput = Static<typeof ShiftMessage>;
export const ShiftMessageAnswer = Type.Object(
  { ...Success.properties, id: Id, recipients: Type.Integer() },
  { title: 'ShiftMessageResponse' },
);
