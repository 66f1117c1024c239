import { References } from './references.ts';
import { isForSameValue, isObject, type Json, type JsonObject, own, partsOf } from './schema-parts.ts';

/** The names of all fields that a form can have, in the order in which they are shown. */
export function fieldsOf(schema: JsonObject, ui: JsonObject): string[] {
  const fields = new Set(partsInForce(schema).flatMap(namesIn));
  const order = own(ui, 'order');
  const first = Array.isArray(order) ? (order as Json[]).filter((name) => typeof name === 'string') : [];
  return [...new Set([...first.filter((name) => fields.has(name)), ...fields])];
}

/** Whether a form asks for answers whose names it leaves open. */
export function hasOpenFields(schema: JsonObject): boolean {
  const parts = partsInForce(schema);
  const isOpen = (part: JsonObject) =>
    isObject(part['patternProperties']) ||
    ['additionalProperties', 'unevaluatedProperties'].some(
      (keyword) => (own(part, keyword) ?? false) !== false,
    );
  return parts.some(isOpen) || parts.every((part) => namesIn(part).length === 0);
}

function namesIn(schema: JsonObject): string[] {
  const properties = own(schema, 'properties');
  return isObject(properties) ? Object.keys(properties) : [];
}

/** All schemas that can apply to the answers as a whole, conditional ones too. */
function partsInForce(root: JsonObject): JsonObject[] {
  const references = new References(root);
  const found = new Set<JsonObject>();
  const add = (schema: Json): void => {
    if (!isObject(schema) || found.has(schema)) return;
    found.add(schema);
    for (const target of references.targetsOf(schema)) add(target);
    for (const part of partsOf(schema)) if (isForSameValue(part) && part.keyword !== 'not') add(part.value);
  };
  add(root);
  return [...found];
}
