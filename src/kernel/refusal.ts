/**
 * Every way in which the service says no, by its stable code. The texts are the public entries of the
 * error reference; which HTTP status a code has is known to platform/http alone.
 */
export const refusals = {
  validation_failed: [
    'The request is not valid',
    'Correct the fields listed in `errors` and send the request again.',
  ],
  bad_json: [
    'The body is not valid JSON',
    'Send a JSON object encoded as UTF-8, without duplicate keys, at most 32 levels deep.',
  ],
  organization_required: [
    'Name the organization',
    'You belong to several organizations: send `organization_id`.',
  ],
  email_taken: ['This e-mail address has an account', 'Log in, or reset the password.'],
  password_unsuitable: [
    'This password is not suitable',
    'Choose 8 to 128 characters that are neither your e-mail address nor your name.',
  ],
  token_invalid: ['This link or token no longer works', 'Ask for a new one: tokens work once and expire.'],
  unauthenticated: [
    'Authentication is needed',
    'Send `Authorization: Bearer` with a valid access token or API key; refresh an expired token.',
  ],
  invalid_credentials: [
    'E-mail address or password is wrong',
    'Check both and try again, or reset the password.',
  ],
  forbidden: ['You may not do this', 'Ask an administrator of the organization for a role that may.'],
  not_found: ['Not found', 'It doesn’t exist, or you don’t have access to it.'],
  conflict: [
    'This conflicts with the current state',
    'It has changed since you loaded it. Reload and try again.',
  ],
  last_owner: ['An organization needs an owner', 'Make somebody else an owner first.'],
  already_member: ['Already a member', 'Nothing needs to be done.'],
  capacity_conflict: [
    'The shift is full',
    'Choose another shift or role, or join the waitlist where there is one.',
  ],
  schedule_conflict: [
    'This overlaps another shift of yours',
    'Cancel or change the other registration first.',
  ],
  availability_conflict: [
    'Outside the declared availability',
    'Change the availability, or choose another shift.',
  ],
  policy_conflict: [
    'A rule of the organization prevents this',
    'The `errors` say which rule, and from or until when it binds.',
  ],
  already_registered: ['Already registered for this shift', 'Read the registration under /me/registrations.'],
  endpoint_inactive: [
    'The endpoint is not active',
    'Activate it first, under /webhooks/endpoints/{id}/activate; a deleted one receives nothing any more.',
  ],
  replay_in_progress: [
    'This delivery is already on its way',
    'Wait until the attempt that is under way has ended; GET /webhooks/status shows it.',
  ],
  idempotency_in_flight: [
    'A request with this Idempotency-Key is being processed',
    'Wait a moment and send the same request again.',
  ],
  precondition_failed: [
    'The resource has changed meanwhile',
    'Read it again, then send the change with its new ETag in If-Match.',
  ],
  profile_incomplete: [
    'The profile lacks something that is needed',
    'Complete the fields listed in `errors` under PATCH /me.',
  ],
  requirements_incomplete: [
    'A requirement is not fulfilled yet',
    'The `errors` list each one with where to go.',
  ],
  payload_too_large: ['The body is too large', 'Send at most 1 MiB.'],
  headers_too_large: ['The headers are too large', 'Send fewer or shorter headers.'],
  unsupported_media_type: ['This content type is not understood', 'Send `Content-Type: application/json`.'],
  idempotency_mismatch: [
    'This Idempotency-Key was used with another request',
    'Use a new key for a new request.',
  ],
  rate_limited: ['Too many requests', 'Wait as long as Retry-After says.'],
  request_timeout: ['The request took too long to arrive', 'Send it again over a steadier connection.'],
  overloaded: ['The service is busy', 'Wait as long as Retry-After says and send the request again.'],
  unavailable: [
    'The database cannot be reached',
    'Wait as long as Retry-After says and send the request again.',
  ],
  internal_error: ['Something went wrong on our side', 'Try again; if it stays, report the request id.'],
} as const satisfies Record<string, readonly [title: string, remedy: string]>;

export type RefusalCode = keyof typeof refusals;

/** One fault of a refused request: which field or rule, a code for programs, a sentence for people. */
export interface Fault {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

export interface RefusalOptions {
  readonly detail?: string;
  readonly errors?: readonly Fault[];
  readonly retryAfterSeconds?: number;
}

/** An expected no. Thrown so that the transaction it happens in rolls back. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly errors: readonly Fault[];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: RefusalCode, options: RefusalOptions = {}) {
    super(options.detail ?? refusals[code][1]);
    this.code = code;
    this.errors = options.errors ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export function refuse(code: RefusalCode, detail?: string, errors?: readonly Fault[]): Refusal {
  return new Refusal(code, { ...(detail !== undefined && { detail }), ...(errors && { errors }) });
}

/** Refuses one field of the input. */
export function refuseField(path: string, code: string, message: string): Refusal {
  return new Refusal('validation_failed', {
    detail: `${path}: ${message}`,
    errors: [{ path, code, message }],
  });
}
