interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Record<string, Schema>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

interface Content {
  readonly content?: Record<string, { schema: Schema }>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & { required: boolean };
  readonly responses: Record<string, Content>;
}

interface Contract {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { schemas: Record<string, Schema> };
}

/** Values that programs need as a list at run time, by the schema and property that allow them. */
const valueLists = { auditObjectTypes: ['AuditRow', 'object_type'] } as const;

/**
 * TypeScript types of the contract, in the form that openapi-fetch takes. The usual generators need the programming
 * interface of TypeScript 5, which 7 no longer has: 87 packages with 56 MB beside ours. openapi-typescript 7.13 writes 30,500
 * lines (1.1 MB) and @hey-api/openapi-ts 0.99 writes 21,000, where these are 800 (0.4 MB). Our contract uses few constructs,
 * and each of them is one line here.
 */
export function clientTypes(contract: Contract): string {
  const schemas = Object.entries(contract.components.schemas).map(
    ([name, schema]) => `    ${name}: ${typeOf(schema)};`,
  );
  const paths = Object.entries(contract.paths).map(
    ([path, methods]) =>
      `  ${JSON.stringify(path)}: {\n${Object.entries(methods)
        .map(([method, operation]) => `    ${method}: ${operationType(operation)};`)
        .join('\n')}\n  };`,
  );
  const lists = Object.entries(valueLists).map(([name, [schema, property]]) => {
    const values = contract.components.schemas[schema]?.properties?.[property]?.enum;
    return `export const ${name} = ${JSON.stringify(values)} as const;`;
  });
  return [
    '// Written by `npm run generate` from docs/openapi.json.',
    `export interface components {\n  schemas: {\n${schemas.join('\n')}\n  };\n}`,
    `export interface paths {\n${paths.join('\n')}\n}`,
    ...lists,
    '',
  ].join('\n\n');
}

function operationType(operation: Operation): string {
  const parameters = (['query', 'path', 'header'] as const).map((place) => {
    const own = operation.parameters?.filter((parameter) => parameter.in === place) ?? [];
    if (own.length === 0) return `${place}?: never`;
    const optional = own.every((parameter) => !parameter.required) ? '?' : '';
    return `${place}${optional}: ${object(own.map(({ name, required, schema }) => [name, required, typeOf(schema)]))}`;
  });
  const { requestBody } = operation;
  const body = requestBody
    ? `requestBody${requestBody.required ? '' : '?'}: ${contentType(requestBody)}`
    : 'requestBody?: never';
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => `${status}: ${contentType(response)}`,
  );
  return `{ parameters: { ${parameters.join('; ')} }; ${body}; responses: { ${responses.join('; ')} } }`;
}

function contentType({ content }: Content): string {
  if (!content) return '{ content?: never }';
  const kinds = Object.entries(content).map(
    ([type, { schema }]) => `${JSON.stringify(type)}: ${typeOf(schema)}`,
  );
  return `{ content: { ${kinds.join('; ')} } }`;
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return `components["schemas"]["${schema.$ref.split('/').at(-1)}"]`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return `(${schema.anyOf.map(typeOf).join(' | ')})`;
  if (schema.allOf) return `(${schema.allOf.map(typeOf).join(' & ')})`;
  const types = [schema.type ?? 'unknown'].flat();
  return types.map((type) => singleType(type, schema)).join(' | ');
}

function singleType(type: string, schema: Schema): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `(${schema.items ? typeOf(schema.items) : 'unknown'})[]`;
    case 'object':
      return objectType(schema);
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    default:
      return 'unknown';
  }
}

function objectType(schema: Schema): string {
  const { properties, required = [], additionalProperties } = schema;
  if (!properties)
    return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`;
  return object(
    Object.entries(properties).map(([name, member]) => [name, required.includes(name), typeOf(member)]),
  );
}

function object(members: readonly (readonly [name: string, required: boolean, type: string])[]): string {
  const lines = members.map(
    ([name, required, type]) => `${JSON.stringify(name)}${required ? '' : '?'}: ${type}`,
  );
  return `{ ${lines.join('; ')} }`;
}
