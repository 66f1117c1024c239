import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** What the contract says about one answer. */
interface Declared {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface Operation {
  readonly matches: RegExp;
  readonly pointer: string;
  readonly responses: Readonly<Record<string, Declared>>;
}

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
}

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Pick<Operation, 'responses'>>>>>;
}

const file = path.join(import.meta.dirname, '../docs/openapi.json');
const contract = JSON.parse(readFileSync(file, 'utf8')) as Contract;
// Each check runs a few times: making its code shorter would take half of what compiling it takes.
const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  validateSchema: false,
  code: { optimize: false },
}).addSchema(contract, 'contract');
/** By schema: 5,000 answers have 157 of them. One for each answer took an eighth of the CPU time of tests of all routes. */
const validators = new Map<string, ValidateFunction>();

/** Fixed paths first: `/shifts/calendar` before `/shifts/{id}`. */
const operations = Map.groupBy(
  Object.entries(contract.paths)
    .sort(([one], [other]) => one.split('{').length - other.split('{').length)
    .flatMap(([address, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => ({
        method: method.toUpperCase(),
        matches: new RegExp(`^${address.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
        pointer: `/paths/${escaped(address)}/${method}`,
        responses,
      })),
    ),
  ({ method }) => method,
);

/** Every answer that a test gets is one that docs/openapi.json lists, with its error code, media type and shape. */
export function assertInContract(method: string, url: string, answer: Answered): void {
  const found = deviation(method, url, answer);
  if (found !== undefined)
    assert.fail(`${method} ${url} is not in docs/openapi.json (npm run generate writes it): ${found}`);
}

function deviation(method: string, url: string, { status, headers, body }: Answered): string | undefined {
  const [address = ''] = url.split('?', 1);
  const operation = operations.get(method)?.find(({ matches }) => matches.test(address));
  if (!operation) return undefined;
  const declared = operation.responses[status];
  if (!declared) return `${status} is not declared`;
  if ((headers['etag'] !== undefined) !== (declared.headers?.['ETag'] !== undefined))
    return `${status} with ETag ${headers['etag']}`;
  const type = headers['content-type']?.split(';', 1)[0] ?? '';
  if (!declared.content) return body === '' ? undefined : `${status} has a body`;
  const content = declared.content[type];
  if (!content)
    return type.startsWith('image/') && declared.content['image/*'] ? undefined : `${status} is ${type}`;
  if (!/json$/.test(type)) return undefined;
  const { code } = body as { code?: string };
  if (status >= 400 && !declared.description.includes(`\`${code}\``))
    return `${status} ${code} is not declared`;
  const pointer = `${operation.pointer}/responses/${status}/content/${escaped(type)}/schema`;
  const validate = validatorOf(content.schema, pointer);
  return validate(body) ? undefined : `${status}: ${ajv.errorsText(validate.errors)}`;
}

function validatorOf(schema: object, pointer: string): ValidateFunction {
  const key = JSON.stringify(schema);
  let validate = validators.get(key);
  if (!validate) {
    validate = ajv.compile({ $ref: `contract#${encodeURI(pointer)}` });
    validators.set(key, validate);
  }
  return validate;
}

function escaped(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}
