import { type Static, type TInteger, type TSchema, Type } from 'typebox';
import { datePattern, instantPattern } from '#kernel/iso-texts.ts';
import type { LiftableBy } from '#kernel/refusal.ts';

/** The vocabulary in which slices describe what goes in and out. */

/** A nullable value as a type list: serializes faster than a union and reads better in the contract. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  const { type, enum: values } = schema as TSchema & { type?: string; enum?: readonly unknown[] };
  // An object keeps its name in the contract, so it stays itself beside the null.
  if (typeof type !== 'string' || type === 'object')
    return Type.Unsafe<Static<Schema> | null>(Type.Union([schema, Type.Null()]));
  return Type.Unsafe<Static<Schema> | null>({
    ...schema,
    type: [type, 'null'],
    ...(values && { enum: [...values, null] }),
  });
}

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** An instant as it is answered. */
export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-11-14T09:00:00.000Z'] });

/** An instant as it is accepted: the offset is part of it, because a bare local time means nothing here. */
export const TimestampInput = Type.String({
  format: 'date-time',
  pattern: instantPattern,
  maxLength: 40,
  description: 'ISO 8601 with `Z` or an offset, up to nine decimals.',
  examples: ['2026-11-14T09:00:00Z'],
});

/** A day of the calendar as it is accepted. */
export const DateInput = Type.String({
  format: 'date',
  pattern: datePattern,
  maxLength: 10,
  examples: ['2026-11-14'],
});

/** What holds at least one character that can be seen. */
export const notBlank = '[^\\s\\p{C}\\p{Z}]';

/** Names, titles, subjects: a line break in one would end a line of a mail or a calendar. */
export const SingleLine = (maxLength: number) => Type.String({ maxLength, format: 'single-line' });
export const Title = Type.String({ ...SingleLine(200), minLength: 1, pattern: notBlank });
export const Description = Type.String({ maxLength: 10_000 });
export const Reason = Type.String({ maxLength: 1_000 });
export const TimeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  format: 'time-zone',
  description: 'An IANA time zone.',
  examples: ['Europe/Berlin'],
});

export const StringEnum = <const Values extends readonly string[]>(values: Values, options: object = {}) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: values, ...options });

/** May be left out; validation then fills in the default, so that handlers always have it. */
export const Limit = (maximum: number, usual: number) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum, default: usual, description: 'How many items a page has at most.' }),
  ) as TSchema as TInteger;

export const PageQuery = {
  limit: Limit(200, 50),
  cursor: Type.Optional(
    Type.String({ maxLength: 500, description: 'The `next_cursor` of the previous page.' }),
  ),
};

/** A page of a list. */
export function Page<Item extends TSchema>(title: string, item: Item) {
  return Type.Object({ items: Type.Array(item), next_cursor: Nullable(Type.String()) }, { title });
}

/** A text that people read. Answers with one say which language they are in. */
export const LocalizedText = (what: string) =>
  Type.String({ description: `${what}, in the reader’s language.`, 'x-localized': true });

export const Success = Type.Object(
  { success: Type.Boolean(), message: LocalizedText('What happened') },
  { title: 'SuccessResponse' },
);

/** The parts of `override` with which a coordinator can lift a rule. */
const liftable = [
  'policy',
  'availability',
  'requirements',
  'capacity',
] as const satisfies readonly LiftableBy[];

/** One reason of a refusal. */
export const FieldError = Type.Object(
  {
    path: Type.String({ description: 'The field, or the part of the facts, that this is about.' }),
    code: Type.String({ description: 'Stable name of the reason, for programs.' }),
    message: LocalizedText('What happened and what to do next'),
    params: Type.Record(
      Type.String(),
      Type.Union([Type.String(), Type.Number(), Type.Array(Type.String())]),
      { description: 'The values that the message names.' },
    ),
    remedy: Type.Optional(
      Type.Object(
        { rel: Type.String(), href: Type.String({ description: 'A page of the web app.' }) },
        { description: 'Where the reader can do something about it.' },
      ),
    ),
    liftable_by: Type.Optional(
      StringEnum(liftable, { description: 'The part of `override` with which a coordinator can lift it.' }),
    ),
  },
  { title: 'FieldError' },
);

/** Why one item of a larger request was refused. */
export const ItemProblem = Type.Object(
  {
    code: Type.String(),
    title: LocalizedText('The error in a few words'),
    detail: LocalizedText('What happened and what to do next'),
    errors: Type.Array(FieldError),
  },
  { title: 'ItemProblem', description: 'Why one item of a request was refused.' },
);

export const Problem = Type.Object(
  {
    type: Type.String({ description: 'Address of the page that explains the error.' }),
    title: LocalizedText('The error in a few words'),
    status: Type.Integer(),
    detail: LocalizedText('What happened and what to do next'),
    code: Type.String({ description: 'Stable name of the error, for programs.' }),
    errors: Type.Array(FieldError),
    request_id: Type.String(),
  },
  { title: 'ErrorResponse' },
);
