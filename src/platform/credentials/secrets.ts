import { randomBytes } from 'node:crypto';

/** A secret for a link or a key: 32 random bytes after a prefix that shows people and scanners what it is. */
export function randomSecret(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}
