interface TextShape {
  readonly type?: string;
  readonly properties?: Record<string, TextShape>;
}

/**
 * The texts of a path or query as the values that their schema asks for. Numbers are decimal digits and nothing
 * else: `0x1`, `1e0`, `+1`, `1.0` and blanks stay texts, and the schema refuses them.
 */
export function readTexts(schema: object, texts: Record<string, unknown>): Record<string, unknown> {
  const { properties = {} } = schema as TextShape;
  const read: Record<string, unknown> = {};
  for (const name of Object.keys(texts)) {
    if (Object.hasOwn(properties, name)) read[name] = readText(properties[name] ?? {}, texts[name]);
  }
  return read;
}

function readText(shape: TextShape, text: unknown): unknown {
  // Sent twice it is a list, which no schema asks for.
  if (typeof text !== 'string') return text;
  if (shape.type === 'integer' && /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)))
    return Number(text);
  if (shape.type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}
