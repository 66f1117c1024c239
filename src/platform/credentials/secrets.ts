import { randomBytes } from 'node:crypto';

/** A secret for a link or a key: 32 random bytes behind a prefix that tells people and scanners what it is. */
export function randomSecret(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}
