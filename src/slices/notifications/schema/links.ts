import { Type } from 'typebox';
import { StringEnum } from '#platform/http/schema.ts';
import type { AskOutcome } from '#slices/asks/index.ts';

export const LinkToken = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) });

export const UnsubscribeQuery = Type.Object({
  scope: Type.Optional(
    StringEnum(['kind', 'all'], {
      description: 'Messages of the same kind as the email with the link, or all messages.',
    }),
  ),
});

export const AskQuery = Type.Object({
  answer: Type.Optional(StringEnum(['accept', 'decline'] as const, { description: 'What the button does.' })),
});

export interface AskLinkResult {
  readonly outcome: AskOutcome | 'refused';
  readonly message: string;
}

export interface LinkOutcome {
  readonly outcome: 'cancelled' | 'gone' | 'refused';
}
