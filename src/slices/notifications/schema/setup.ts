import { Type } from 'typebox';
import { Id, Nullable, StringEnum } from '#platform/http/schema.ts';

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
