import { type Static, Type } from 'typebox';
import { Id, Nullable, notBlank, StringEnum, Success, Title } from '#platform/http/schema.ts';

export const LinkToken = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) });

export const UnsubscribeQuery = Type.Object({
  scope: Type.Optional(
    StringEnum(['kind', 'all'], {
      description: 'Messages of the same kind as the email with the link, or all messages.',
    }),
  ),
});

export const Setup = Type.Object(
  {
    mail: StringEnum(['smtp', 'mailbox', 'none'] as const, {
      description:
        'Where email goes. `smtp`: to a mail server. `mailbox`: the demo shows it at /dev/mail. `none`: nowhere, because SMTP_URL is not set.',
    }),
    has_program: Type.Boolean(),
    has_shift: Type.Boolean({ description: 'At least one shift is published.' }),
    has_people: Type.Boolean({ description: 'There is another member, or an invitation has been sent.' }),
    has_signup: Type.Boolean({ description: 'At least one person has signed up for a shift.' }),
    shift_id: Nullable(Id),
    has_joining: Type.Boolean({
      description: 'The settings for who can join have been saved at least once.',
    }),
  },
  { title: 'Setup' },
);
export const TestMailAnswer = Type.Object(
  {
    status: StringEnum(['sent', 'failed', 'not_configured'] as const),
    to: Type.String(),
    error: Nullable(Type.String({ description: 'An error code such as ECONNREFUSED or EAUTH 535.' })),
  },
  { title: 'TestMailResponse' },
);

export const ShiftMessage = Type.Object(
  {
    subject: Title,
    text: Type.String({
      minLength: 1,
      maxLength: 10_000,
      pattern: notBlank,
      description: 'Plain text. An empty line starts a new paragraph.',
    }),
    statuses: Type.Optional(
      Type.Array(StringEnum(['active', 'pending_approval', 'waitlisted', 'offered'] as const), {
        minItems: 1,
        maxItems: 4,
        uniqueItems: true,
        description:
          'The people to write to. Default: everyone with a spot, including sign-ups that need approval.',
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

export interface LinkOutcome {
  readonly outcome: 'cancelled' | 'gone' | 'refused';
}
