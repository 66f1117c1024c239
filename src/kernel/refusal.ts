import { formatInstant } from './time.ts';

/**
 * Every kind of refusal, by its stable code. What a refusal says is in the catalogues; which HTTP status it has is known to
 * platform/http alone.
 */
export const refusalCodes = [
  'validation_failed',
  'bad_json',
  'organization_required',
  'email_taken',
  'password_unsuitable',
  'token_invalid',
  'unauthenticated',
  'invalid_credentials',
  'forbidden',
  'not_found',
  'request_timeout',
  'conflict',
  'last_owner',
  'already_member',
  'capacity_conflict',
  'schedule_conflict',
  'availability_conflict',
  'policy_conflict',
  'already_registered',
  'endpoint_inactive',
  'replay_in_progress',
  'idempotency_in_flight',
  'precondition_failed',
  'profile_incomplete',
  'requirements_incomplete',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_mismatch',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'overloaded',
  'unavailable',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** The parts of an override with which a coordinator lifts a rule. */
export type LiftableBy = 'policy' | 'availability' | 'requirements' | 'capacity';

/** Where the reader can do something about an error: `rel` says what it is, `href` is its page in the web app. */
export interface Remedy {
  readonly rel: string;
  readonly href: string;
}

/** What each kind of parameter is in code. Programs get instants and dates as ISO texts. */
interface Kinds {
  number: number;
  text: string;
  texts: readonly string[];
  /** Texts of which one is meant: “A, B or C”. */
  options: readonly string[];
  /** One of a few words with its own text, such as a field of the profile. */
  word: string;
  words: readonly string[];
  /** Words of which one is meant. */
  wordOptions: readonly string[];
  instant: Temporal.Instant;
  date: Temporal.PlainDate;
  /** A local time such as 22:00. */
  clock: string;
  /** The zone in which instants of the same error are shown. */
  zone: string;
  /** A length of time in minutes. */
  minutes: number;
  /** A length of time in seconds. */
  seconds: number;
}
export type ParamKind = keyof Kinds;

/** As it is stored and sent. */
export type Params = Readonly<Record<string, string | number | readonly string[]>>;

export interface ErrorDeclaration {
  /** Where it differs from the name of the text. */
  readonly code?: string;
  /** The refusal it leads to where it stands alone. Left out: validation_failed. */
  readonly refusal?: RefusalCode;
  readonly params?: Readonly<Record<string, ParamKind>>;
  readonly liftableBy?: LiftableBy;
  /** `{form_id}` in the address stands for that parameter. */
  readonly remedy?: Remedy;
}

/** One reason of a refusal: a field or a rule, a code and parameters for programs, and the text for people. */
export interface FieldError {
  readonly path: string;
  readonly code: string;
  /** The key of its text in the catalogue: `signups.shift_full`. */
  readonly text: string;
  readonly params: Params;
  /** The person it is about, where that is not the reader. */
  readonly about?: string;
}

type ParamsOf<Declared extends ErrorDeclaration> = {
  readonly [Name in keyof Declared['params']]: Declared['params'][Name] extends ParamKind
    ? Kinds[Declared['params'][Name]]
    : never;
};
type Builder<Declared extends ErrorDeclaration> = Declared extends { readonly params: object }
  ? (path: string, params: ParamsOf<Declared>) => FieldError
  : (path: string) => FieldError;

const declarations = new Map<string, ErrorDeclaration>();

/** Every declared error by the key of its text: for the error reference, and for the checks of the catalogues. */
export const declaredErrors: ReadonlyMap<string, ErrorDeclaration> = declarations;

/** The errors of one capability. Each becomes a function that takes the path and the declared parameters. */
export function declareErrors<const All extends Readonly<Record<string, ErrorDeclaration>>>(
  capability: string,
  errors: All,
): { readonly [Name in keyof All]: Builder<All[Name]> } {
  const builders = Object.entries(errors).map(([name, declared]) => {
    const text = `${capability}.${name}`;
    declarations.set(text, declared);
    const build = (path: string, params: object = {}): FieldError => ({
      path,
      code: declared.code ?? name,
      text,
      params: Object.fromEntries(Object.entries(params).map(([key, value]) => [key, storable(value)])),
    });
    return [name, build];
  });
  return Object.fromEntries(builders) as { readonly [Name in keyof All]: Builder<All[Name]> };
}

function storable(value: unknown): string | number | readonly string[] {
  if (value instanceof Temporal.Instant) return formatInstant(value);
  return value instanceof Temporal.PlainDate
    ? value.toString()
    : (value as string | number | readonly string[]);
}

/** Errors with the name of the person they are about, for a reader who acts for that person. */
export function aboutPerson(errors: readonly FieldError[], name: string): FieldError[] {
  return errors.map((error) => ({ ...error, about: name }));
}

/** What the reader can do about an error. Pages of another person are of no use to them. */
export function remedyOf({ text, params, about }: FieldError): Remedy | undefined {
  const remedy = declarations.get(text)?.remedy;
  if (!remedy || about !== undefined) return undefined;
  return {
    rel: remedy.rel,
    href: remedy.href.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name])),
  };
}

export interface RefusalOptions {
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
}

/** An expected no. Thrown so that the transaction it happens in rolls back. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly errors: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: RefusalCode, options: RefusalOptions = {}) {
    const { errors = [] } = options;
    super([code, ...errors.map((error) => `${error.path} ${error.text}`)].join(', '));
    this.code = code;
    this.errors = errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** By a code alone, or by errors: the first of them says which refusal it is. */
export function refuse(reason: RefusalCode | FieldError, ...others: readonly FieldError[]): Refusal {
  if (typeof reason === 'string') return new Refusal(reason, { errors: others });
  const code = declarations.get(reason.text)?.refusal ?? 'validation_failed';
  return new Refusal(code, { errors: [reason, ...others] });
}
