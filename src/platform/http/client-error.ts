import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal, type RefusalCode } from '#kernel/refusal.ts';
import { platformErrors } from '#platform/errors.ts';
import { problemBody, statuses } from './problem.ts';

const reasons: Record<string, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Errors before there is a request: broken HTTP, huge headers, a sender that stalls. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const code = codeOf(error.code);
  const status = statuses[code];
  const errors = code === 'validation_failed' ? [platformErrors.broken_http('request')] : [];
  const requestId = crypto.randomUUID();
  const body = JSON.stringify(problemBody(new Refusal(code, { errors }), requestId, 'en'));
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Language: en\r\n` +
      `X-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** A second answer in the middle of the first would be read as a part of it. Node's own handler looks here as well. */
function isAnswering(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent ?? false;
}

function codeOf(code: string | undefined): RefusalCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return 'validation_failed';
}
