import fastJsonStringify from 'fast-json-stringify';
import type { TSchema } from 'typebox';

type Serialize = (value: unknown) => string;

const serializers = new WeakMap<object, Serialize>();

/** The same function writes an answer and the text that If-Match is checked against. */
export function serializerFor(schema: TSchema): Serialize {
  let serialize = serializers.get(schema);
  if (!serialize) {
    serialize = fastJsonStringify(schema as Parameters<typeof fastJsonStringify>[0]) as Serialize;
    serializers.set(schema, serialize);
  }
  return serialize;
}
