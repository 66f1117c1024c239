import { Type } from 'typebox';
import { StringEnum } from '#platform/http/schema.ts';

export const LinkToken = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) });

export const UnsubscribeQuery = Type.Object({
  scope: Type.Optional(
    StringEnum(['kind', 'all'], { description: 'Messages of the kind that the link came with, or all.' }),
  ),
});
