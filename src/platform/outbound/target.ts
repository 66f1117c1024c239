import { isIP } from 'node:net';
import { type Allowed, reachOf } from './addresses.ts';
import { isLocalhost } from './connector.ts';

export type TargetFaultCode =
  | 'invalid_url'
  | 'url_too_long'
  | 'https_required'
  | 'credentials_in_url'
  | 'blocked_port'
  | 'blocked_target';

export type CheckedTarget =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly code: TargetFaultCode; readonly message: string };

const maxLength = 2_000;

/** The ports that the Fetch standard calls bad: mail, shells, directories and so on would take a request for orders. */
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
 * Judges an address as it is written. The URL parser has brought every odd way to write an IP address to its plain form
 * before we look. Where a name leads is judged at each connection.
 */
export function checkTarget(text: string, allow: Allowed): CheckedTarget {
  if (text.length > maxLength) return tooLong;
  // The parser would drop or mend these, and another reader of the same text would not.
  const url = /[\p{Cc}\s\\]/u.test(text) ? null : URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return fault('invalid_url', 'Give a complete address, like https://example.org/hooks/muster.');
  if (url.username !== '' || url.password !== '')
    return fault(
      'credentials_in_url',
      'Leave user and password out of the address: every delivery is signed, verify that.',
    );
  url.hash = '';
  if (url.href.length > maxLength) return tooLong;
  return checkHost(url, allow);
}

function checkHost(url: URL, allow: Allowed): CheckedTarget {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) === 0 && !host.split('.').every((part) => part.length <= 63 && label.test(part)))
    return fault('invalid_url', 'The host of the address is not a name that DNS can have.');
  if (url.hostname.endsWith('.')) url.hostname = host;
  const reach = reachOfHost(host, allow);
  if (reach === 'reserved')
    return fault(
      'blocked_target',
      'The host is private or reserved. Give a public address; an operator can allow others with MUSTER_ALLOW_TARGETS.',
    );
  if (url.protocol === 'http:' && reach !== 'allowed')
    return fault('https_required', 'Deliveries go over https only: begin the address with https://.');
  if (badPorts.has(url.port))
    return fault('blocked_port', `Port ${url.port} belongs to another service than the web. Use 443.`);
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

const fault = (code: TargetFaultCode, message: string): CheckedTarget => ({ ok: false, code, message });
const tooLong = fault('url_too_long', `The address is longer than ${maxLength} characters.`);
