import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openApiDocument } from './service.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly [keyword: string]: unknown;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { name: string; in: string; schema: Schema }[];
  readonly requestBody?: { content: Record<string, { schema: Schema }> };
}
interface Contract {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { schemas: Record<string, Schema> };
}

/** What PostgreSQL can hold in a column of a type. Identifiers are whole numbers that JSON can write exactly. */
const widest = { least: 0, most: Number.MAX_SAFE_INTEGER };

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const listOf = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isObject) : []);
const membersOf = (value: unknown): [string, Schema][] =>
  isObject(value) ? (Object.entries(value) as [string, Schema][]) : [];

/** Every part of a request whose size nothing limits, as `operation path: what is missing`. */
function unbounded({ paths, components }: Contract): string[] {
  const found: string[] = [];
  const look = (given: Schema, where: string): void => {
    const schema = given.$ref ? (components.schemas[given.$ref.split('/').at(-1) ?? ''] ?? {}) : given;
    const types = [schema.type].flat();
    const has = (keyword: string) => typeof schema[keyword] === 'number';
    const demand = (...keywords: string[]) =>
      found.push(...keywords.filter((one) => !has(one)).map((one) => `${where}: ${one}`));
    const isClosed = schema['enum'] !== undefined || schema['const'] !== undefined;
    if (types.includes('integer') || types.includes('number')) {
      demand('minimum', 'maximum');
      if (Number(schema['minimum']) < widest.least) found.push(`${where}: a minimum below ${widest.least}`);
      if (Number(schema['maximum']) > widest.most) found.push(`${where}: a maximum above ${widest.most}`);
    }
    if (types.includes('string') && !isClosed) demand('maxLength');
    if (types.includes('array')) demand('maxItems');
    const records = [...membersOf(schema['patternProperties'])];
    if (isObject(schema['additionalProperties'])) records.push(['*', schema['additionalProperties']]);
    if (records.length > 0) demand('maxProperties');
    for (const [name, member] of [...membersOf(schema['properties']), ...records])
      look(member, `${where}.${name}`);
    if (isObject(schema['items'])) look(schema['items'], `${where}[]`);
    for (const keyword of ['anyOf', 'oneOf', 'allOf', 'prefixItems'])
      for (const one of listOf(schema[keyword])) look(one, where);
  };
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { operationId, parameters = [], requestBody } = operation;
    for (const { name, in: place, schema } of parameters) look(schema, `${operationId} ${place} ${name}`);
    for (const { schema } of Object.values(requestBody?.content ?? {})) look(schema, `${operationId} body`);
  }
  return found;
}

describe('a request', () => {
  it('has a bound on every number, text, list and map that it may hold', () => {
    assert.deepEqual(unbounded(JSON.parse(openApiDocument()) as Contract), []);
  });

  it('is found out wherever a bound is missing', () => {
    const open = {
      type: 'object',
      properties: {
        count: { type: 'integer', minimum: 1 },
        share: { type: ['number', 'null'], maximum: 1 },
        name: { type: 'string' },
        either: { anyOf: [{ type: 'null' }, { $ref: '#/components/schemas/Ids' }] },
        scores: { type: 'object', additionalProperties: { type: 'integer', maximum: 5 } },
        far: { type: 'integer', minimum: -1, maximum: 2 ** 60 },
      },
    };
    const contract = {
      paths: { '/x': { post: { operationId: 'x', requestBody: { content: { json: { schema: open } } } } } },
      components: { schemas: { Ids: { type: 'array', items: { type: 'integer', minimum: 1 } } } },
    };
    assert.deepEqual(unbounded(contract), [
      'x body.count: maximum',
      'x body.share: minimum',
      'x body.name: maxLength',
      'x body.either: maxItems',
      'x body.either[]: maximum',
      'x body.scores: maxProperties',
      'x body.scores.*: minimum',
      'x body.far: a minimum below 0',
      `x body.far: a maximum above ${Number.MAX_SAFE_INTEGER}`,
    ]);
  });
});
