/** What keeps any form and any answer from hanging or exhausting the service. */
export const limits = {
  schemaBytes: 65_536,
  schemaDepth: 12,
  properties: 200,
  /** Parts of a schema once every `$ref` is written out: a few short definitions can unfold into millions. */
  unfoldedParts: 5_000,
  enumValues: 500,
  /** Of a value in `enum` or `const`, as JSON. */
  constantLength: 1_000,
  patternLength: 200,
  /** States of the machine that a pattern becomes: `(a{50}){50}` is short, but not small. */
  patternStates: 1_000,
  uiBytes: 16_384,
  answerBytes: 262_144,
  answerDepth: 16,
  arrayItems: 1_000,
  /** Checks that one set of answers may cause; each may find an error. */
  checks: 200_000,
  /** Steps of all pattern machines for one set of answers. */
  patternSteps: 2_000_000,
  /** A longer text fits no pattern. */
  patternText: 10_000,
  /** A longer text has no format. */
  formatText: 1_000,
  errors: 500,
} as const;

/** What a schema may be made of. Ajv compiles to code, so what is not listed does not reach it. */
export const keywords = {
  one: [
    'items',
    'contains',
    'additionalProperties',
    'unevaluatedProperties',
    'unevaluatedItems',
    'propertyNames',
    'not',
    'if',
    'then',
    'else',
  ],
  list: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  map: ['properties', 'dependentSchemas', '$defs'],
  check: [
    'type',
    'enum',
    'const',
    'multipleOf',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'minLength',
    'maxLength',
    'pattern',
    'format',
    'minItems',
    'maxItems',
    'uniqueItems',
    'minContains',
    'maxContains',
    'minProperties',
    'maxProperties',
    'required',
    'dependentRequired',
    '$ref',
  ],
  text: [
    '$schema',
    '$comment',
    'title',
    'description',
    'default',
    'examples',
    'readOnly',
    'writeOnly',
    'deprecated',
  ],
} as const;

export const formats = [
  'date',
  'time',
  'date-time',
  'duration',
  'email',
  'uri',
  'uuid',
  'hostname',
  'ipv4',
  'ipv6',
] as const;
export type FormatName = (typeof formats)[number];

export const dialect = 'https://json-schema.org/draft/2020-12/schema';
