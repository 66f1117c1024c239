import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, type RefusalCode } from '#kernel/refusal.ts';
import { classifyFailure } from '#platform/db/index.ts';
import { type ErrorBody, errorBody, refusalTexts } from '#platform/language/index.ts';
import { languageOf, markLanguage } from './language.ts';
import { toFieldErrors } from './validation.ts';

/** The one place that knows which status a refusal has. */
export const statuses: Record<RefusalCode, number> = {
  validation_failed: 400,
  bad_json: 400,
  organization_required: 400,
  email_taken: 400,
  password_unsuitable: 400,
  token_invalid: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  forbidden: 403,
  not_found: 404,
  request_timeout: 408,
  conflict: 409,
  last_owner: 409,
  already_member: 409,
  capacity_conflict: 409,
  schedule_conflict: 409,
  availability_conflict: 409,
  policy_conflict: 409,
  already_registered: 409,
  endpoint_inactive: 409,
  replay_in_progress: 409,
  idempotency_in_flight: 409,
  precondition_failed: 412,
  profile_incomplete: 412,
  requirements_incomplete: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  overloaded: 503,
  unavailable: 503,
};

export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: RefusalCode;
  readonly errors: ErrorBody[];
  readonly request_id: string;
}

/** Why one item of a larger request was refused, or a whole one. */
export type ItemProblem = Pick<ProblemBody, 'code' | 'title' | 'detail' | 'errors'>;

export function itemProblem(refusal: Refusal, language: string): ItemProblem {
  return {
    code: refusal.code,
    ...refusalTexts(language, refusal),
    errors: refusal.errors.map((error) => errorBody(language, error)),
  };
}

export function problemBody(refusal: Refusal, requestId: string, language: string): ProblemBody {
  const { title, detail, code, errors } = itemProblem(refusal, language);
  return {
    type: `/docs/errors#${code}`,
    title,
    status: statuses[code],
    detail,
    code,
    errors,
    request_id: requestId,
  };
}

/** Turns anything thrown into a refusal; anything unexpected becomes a 500 without details. */
function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const failure = classifyFailure(error);
  if (failure === 'unavailable') return new Refusal('unavailable', { retryAfterSeconds: 2 });
  if (failure === 'timeout' || failure === 'retry')
    return new Refusal('overloaded', { retryAfterSeconds: 1 });
  return fromFramework(error as Partial<FastifyError>) ?? new Refusal('internal_error');
}

function fromFramework(error: Partial<FastifyError>): Refusal | undefined {
  if (error.validation) {
    return new Refusal('validation_failed', {
      errors: toFieldErrors(error.validation, error.validationContext),
    });
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal('payload_too_large');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return new Refusal('unsupported_media_type');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Refusal('bad_json');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Refusal('not_found');
    case 'FST_ERR_HANDLER_TIMEOUT':
      return new Refusal('overloaded', { retryAfterSeconds: 2 });
    case 'FST_ERR_REOPENED_CLOSE_SERVER':
      return new Refusal('unavailable', { retryAfterSeconds: 2 });
    default:
      return error.statusCode === 400 ? new Refusal('validation_failed') : undefined;
  }
}

/** Only what is wrong with the service itself. Also for a request that the time limit has answered in the meantime. */
export function logProblem(error: unknown, request: FastifyRequest): void {
  if (toRefusal(error).code === 'internal_error') request.log.error({ err: error }, 'request failed');
}

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toRefusal(error);
  const language = languageOf(request);
  const body = problemBody(refusal, request.id, language);
  markLanguage(reply, language);
  logProblem(error, request);
  if (body.status === 503)
    request.log.warn(
      { err: error },
      'request not served: the service is overloaded or a dependency is unavailable',
    );
  if (body.status === 401) void reply.header('www-authenticate', 'Bearer');
  if (refusal.retryAfterSeconds !== undefined) {
    void reply.header('retry-after', String(Math.max(1, Math.ceil(refusal.retryAfterSeconds))));
  }
  void reply
    .code(body.status)
    .header('cache-control', 'no-store')
    .type(
      wantsProblem(request.headers.accept) ? 'application/problem+json' : 'application/json; charset=utf-8',
    )
    .send(JSON.stringify(body));
}

/** Named in `Accept`, and not with a weight of zero. */
function wantsProblem(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  return accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .some(([type, ...params]) => {
      return type === 'application/problem+json' && !params.some((param) => /^q=0(?:\.0*)?$/.test(param));
    });
}
