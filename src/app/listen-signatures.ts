import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const toleranceMs = 5 * 60_000;

export interface Verdict {
  readonly isValid: boolean;
  readonly text: string;
}

/** Both schemes, judged the way docs/webhooks.md tells receivers to; the names are those of the headers. */
export function verifySignatures(
  headers: IncomingHttpHeaders,
  body: Buffer,
  secret: string,
  nowMs: number,
): Record<'x-service-signature' | 'webhook-signature', Verdict> {
  return {
    'x-service-signature': verifyHex(headers, body, secret),
    'webhook-signature': verifyStandard(headers, body, secret, nowMs),
  };
}

function verifyHex(headers: IncomingHttpHeaders, body: Buffer, secret: string): Verdict {
  const current = headerText(headers, 'x-service-signature');
  if (current === '') return wrong('missing');
  const expected = createHmac('sha256', secret).update(body).digest('hex');
  if (isSame(current, expected)) return valid('valid');
  if (isSame(headerText(headers, 'x-service-signature-previous'), expected))
    return valid('valid for the secret before the rotation');
  return wrong('WRONG: another secret, or another body');
}

function verifyStandard(headers: IncomingHttpHeaders, body: Buffer, secret: string, nowMs: number): Verdict {
  const [id, timestamp, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerText(headers, name),
  );
  if (!id || !timestamp || !given) return wrong('missing');
  if (!/^\d{1,12}$/.test(timestamp)) return wrong('WRONG: webhook-timestamp is no number of seconds');
  const expected = createHmac('sha256', keyOf(secret))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest('base64');
  const place = given.split(' ').findIndex((value) => isSame(value, `v1,${expected}`));
  if (place === -1) return wrong('WRONG: another secret, or another body');
  const ageMs = nowMs - Number(timestamp) * 1000;
  if (Math.abs(ageMs) > toleranceMs)
    return wrong(
      `TOO ${ageMs > 0 ? 'OLD' : 'NEW'}: sent ${Math.round(Math.abs(ageMs) / 1000)} s ${ageMs > 0 ? 'ago' : 'ahead of this clock'}`,
    );
  return valid(place === 0 ? 'valid' : 'valid for the secret before the rotation');
}

/** The bytes that Standard Webhooks signs with: what follows whsec_, out of base64. */
export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

function headerText(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const valid = (text: string): Verdict => ({ isValid: true, text });
const wrong = (text: string): Verdict => ({ isValid: false, text });
