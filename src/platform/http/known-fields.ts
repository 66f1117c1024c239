interface Shape {
  readonly properties?: Record<string, object>;
  readonly patternProperties?: object;
  readonly additionalProperties?: unknown;
  readonly items?: object;
  readonly anyOf?: readonly object[];
}

/**
 * A valid value without the fields that its schema does not name. Unknown fields are ignored, and the surest way
 * to ignore a field is not to have it: what never arrives cannot end up in a column of the same name.
 */
export function knownFields(schema: object, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, items, properties, patternProperties, additionalProperties } = schema as Shape;
  if (anyOf) {
    // What may also be null has one shape; between several shapes only their validator could choose.
    const [shape, ...others] = anyOf.filter((one) => (one as { type?: string }).type !== 'null');
    return shape && others.length === 0 ? knownFields(shape, value) : value;
  }
  if (Array.isArray(value)) {
    return items ? value.map((item: unknown) => knownFields(items, item)) : value;
  }
  if (!properties) return value;
  const isClosed = additionalProperties === undefined && patternProperties === undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
      const shape = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (shape) return [[name, knownFields(shape, member)]];
      return isClosed ? [] : [[name, member]];
    }),
  );
}
