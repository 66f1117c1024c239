import { isIP } from 'node:net';
import { declareErrors, type FieldError } from '#kernel/refusal.ts';
import { type Allowed, reachOf } from './addresses.ts';
import { isLocalhost } from './connector.ts';

const targetErrors = declareErrors('outbound', {
  invalid_url: {},
  invalid_host: { code: 'invalid_url' },
  url_too_long: { params: { limit: 'number' } },
  https_required: {},
  credentials_in_url: {},
  blocked_port: { params: { port: 'text' } },
  blocked_target: {},
});

export type CheckedTarget =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly error: FieldError };

const maxLength = 2_000;

/** The ports that the Fetch standard blocks: mail, shells, directories and so on could read a request as commands. */
const badPorts = new Set(
  [
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123',
    '135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993',
    '995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080',
  ].flatMap((line) => line.split(' ')),
);

/** Endings that only private networks use: RFC 6762, RFC 8375 and ICANN's .internal. */
const privateName = /(?:^|\.)(?:local|internal|intranet|private|corp|home|lan|home\.arpa)$/;
const label = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/;

/**
 * Checks an address as it is written. The URL parser has normalized every odd way to write an IP address by then. What a
 * name resolves to is checked at each connection.
 */
export function checkTarget(text: string, allow: Allowed): CheckedTarget {
  if (text.length > maxLength) return tooLong;
  // The parser would drop or mend these, and another reader of the same text would not.
  const url = /[\p{Cc}\s\\]/u.test(text) ? null : URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return refused(targetErrors.invalid_url('url'));
  if (url.username !== '' || url.password !== '') return refused(targetErrors.credentials_in_url('url'));
  url.hash = '';
  if (url.href.length > maxLength) return tooLong;
  return checkHost(url, allow);
}

function checkHost(url: URL, allow: Allowed): CheckedTarget {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) === 0 && !host.split('.').every((part) => part.length <= 63 && label.test(part)))
    return refused(targetErrors.invalid_host('url'));
  if (url.hostname.endsWith('.')) url.hostname = host;
  const reach = reachOfHost(host, allow);
  if (reach === 'reserved') return refused(targetErrors.blocked_target('url'));
  if (url.protocol === 'http:' && reach !== 'allowed') return refused(targetErrors.https_required('url'));
  if (badPorts.has(url.port)) return refused(targetErrors.blocked_port('url', { port: url.port }));
  return { ok: true, url };
}

function reachOfHost(host: string, allow: Allowed) {
  if (isIP(host)) return reachOf(host, allow);
  if (isLocalhost(host))
    return ['127.0.0.1', '::1'].some((address) => reachOf(address, allow) === 'allowed')
      ? 'allowed'
      : 'reserved';
  return !host.includes('.') || privateName.test(host) ? 'reserved' : 'public';
}

const refused = (error: FieldError): CheckedTarget => ({ ok: false, error });
const tooLong = refused(targetErrors.url_too_long('url', { limit: maxLength }));
