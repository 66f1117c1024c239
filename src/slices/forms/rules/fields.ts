import { isObject, type Json, type JsonObject, own, partsOf } from './schema-parts.ts';

/** Conditional fields stand in these, beside the fields that are always there. */
const sameValue = new Set(['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas']);

/** The names of all fields that a form can have, in the order in which they are shown. */
export function fieldsOf(schema: JsonObject, ui: JsonObject): string[] {
  const fields = new Set(namesIn(schema));
  const order = own(ui, 'order');
  const first = Array.isArray(order) ? (order as Json[]).filter((name) => typeof name === 'string') : [];
  return [...new Set([...first.filter((name) => fields.has(name)), ...fields])];
}

function namesIn(schema: JsonObject): string[] {
  const own = isObject(schema['properties']) ? Object.keys(schema['properties']) : [];
  const conditional = partsOf(schema)
    .filter(({ keyword }) => sameValue.has(keyword))
    .flatMap(({ value }) => (isObject(value) ? namesIn(value) : []));
  return [...own, ...conditional];
}
