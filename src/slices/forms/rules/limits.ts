/** What keeps any form and any answer from hanging or exhausting the service. */
export const limits = {
  schemaBytes: 65_536,
  schemaDepth: 12,
  properties: 200,
  /** Schemas inside of the schema. Compiling blocks everyone else: up to 0.4 s for so many. */
  schemas: 2_000,
  /** Of `anyOf` or `oneOf`. Ajv nests the code of one in the other: 1,600 took seconds to compile and to run. */
  alternatives: 500,
  /** Schemas that meet one value: a few short definitions that refer to each other can unfold into millions. */
  schemasPerValue: 5_000,
  /**
   * Levels of all schemas that are referred to, together. Ajv compiles one inside the other: in a process that has just started, its
   * stack ends at 200.
   */
  linkedLevels: 120,
  enumValues: 500,
  /** Of a value in `enum` or `const`, as JSON. */
  constantLength: 1_000,
  patternLength: 200,
  /** States of the machine that a pattern becomes: `(a{50}){50}` is short, but not small. */
  patternStates: 1_000,
  /** Steps to find out whether the patterns of a schema are ambiguous: up to 0.2 s. */
  ambiguitySteps: 100_000,
  uiBytes: 16_384,
  answerBytes: 262_144,
  answerDepth: 16,
  arrayItems: 1_000,
  /** Checks that one set of answers may cause; each may find an error. A schema that refers to itself has no other end. */
  checks: 200_000,
  /** Steps of all pattern machines for one set of answers. */
  patternSteps: 2_000_000,
  /** A longer text fits no pattern. */
  patternText: 10_000,
  /** A longer text has no format. */
  formatText: 1_000,
  errors: 500,
  /** Of one person to one form. Each may have 256 KiB, and a script could send hundreds a minute. */
  responsesPerDay: 100,
} as const;

/** The keywords of 2020-12. Ajv compiles to code, so what is not listed does not reach it: it counts as a note. */
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
  map: ['properties', 'patternProperties', 'dependentSchemas'],
  /** They hold schemas that count only where they are referred to. */
  definitions: ['$defs', 'definitions'],
  reference: ['$ref', '$dynamicRef'],
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
  ],
} as const;

/** Those that are checked; any other is a note. */
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
