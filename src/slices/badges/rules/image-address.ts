import type { FieldError } from '#kernel/refusal.ts';
import { badgeErrors } from '../errors.ts';

/** A host that means only itself wherever it is written: no quotes, no semicolons, no wildcard. */
const plainHost = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/** The address of a picture in its normal form; undefined if it is not one. */
export function imageAddress(text: string): string | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  return plainHost.test(url.hostname) && !/[\s\p{Cc}]/u.test(text) ? url.href : undefined;
}

export function imageErrors(address: string): FieldError[] {
  return imageAddress(address) === undefined ? [badgeErrors.image_address('image_url')] : [];
}
