export type OutboundErrorCode =
  | 'blocked_target'
  | 'dns'
  | 'connect'
  | 'timeout'
  | 'tls'
  | 'reset'
  | 'protocol';

/**
 * Why no answer came. The message is for the customer who entered the address: it never holds what our side found out
 * on the way, such as the address that a name led to.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly code: OutboundErrorCode;

  constructor(code: OutboundErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

const messages: Record<Exclude<OutboundErrorCode, 'blocked_target'>, string> = {
  dns: 'The name of the host could not be resolved. Check the spelling and the DNS records.',
  connect:
    'The host does not take connections at this port. Check that the receiver runs and can be reached.',
  timeout: 'The host did not take the connection in time. Check that the receiver can be reached.',
  tls: 'No secure connection could be made. Check the certificate of the host: its name, its dates and its chain.',
  reset: 'The host closed the connection before it had answered.',
  protocol: 'The host did not answer in HTTP/1.1.',
};

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
  const kind = kindOf(error);
  return new OutboundError(kind, messages[kind]);
}

function kindOf(error: unknown): keyof typeof messages {
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
  // Every address of the host was tried, each with an error of its own.
  return error instanceof AggregateError ? codeOf(error.errors[0]) : '';
}

export const nameNotResolved = (): OutboundError => new OutboundError('dns', messages.dns);

export const tookTooLong = (timeoutMs: number): OutboundError =>
  new OutboundError('timeout', `The host had not answered completely after ${timeoutMs / 1000} s.`);

export const blockedAddress = (hostname: string): OutboundError =>
  new OutboundError(
    'blocked_target',
    `${hostname} leads to an address that is private or reserved. Deliveries go only to public addresses.`,
  );
