export type OutboundErrorCode =
  | 'blocked_target'
  | 'dns'
  | 'connect'
  | 'timeout'
  | 'tls'
  | 'reset'
  | 'protocol';

/**
 * Why no answer came. Customers see the code: it never contains what our side found out on the way, such as the address
 * that a name resolved to.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly code: OutboundErrorCode;

  constructor(code: OutboundErrorCode) {
    super(code);
    this.code = code;
  }
}

/** The names that Node and OpenSSL give to certificates that they refuse. */
const certificateCode =
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_|HOSTNAME_MISMATCH|ERROR_IN_CERT_|EPROTO$)/;
const connectCode =
  /^(?:ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|EACCES|EPERM)$/;
const resetCode = /^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_INFO)$/;
const timeoutCode = /^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;

/** A mistake of the caller stays what it is: it says nothing about the host. */
const callerCode = /^UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED|CLOSED|DESTROYED)$/;

export function outboundErrorOf(error: unknown): unknown {
  if (error instanceof OutboundError || callerCode.test(codeOf(error))) return error;
  return new OutboundError(kindOf(error));
}

function kindOf(error: unknown): OutboundErrorCode {
  const code = codeOf(error);
  if (timeoutCode.test(code)) return 'timeout';
  if (connectCode.test(code)) return 'connect';
  if (certificateCode.test(code)) return 'tls';
  if (resetCode.test(code)) return 'reset';
  return 'protocol';
}

function codeOf(error: unknown): string {
  const { code } = Object(error) as { code?: unknown };
  if (typeof code === 'string' && code !== '') return code;
  // Every address of the host was tried, each with its own error.
  return error instanceof AggregateError ? codeOf(error.errors[0]) : '';
}
