import { randomBytes, timingSafeEqual } from 'node:crypto';
import { argon2id } from './hash-threads.ts';

/** Argon2id at OWASP's cost. Raising a number here rehashes each password at its owner's next login. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(password, salt, cost);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

export interface PasswordVerdict {
  readonly correct: boolean;
  /** The hash is weaker than today's cost and should be replaced while the password is at hand. */
  readonly outdated: boolean;
}

/** Without a hash (no such account, or one without a password) it takes the same time and is never right. */
export async function verifyPassword(password: string, hash: string | null): Promise<PasswordVerdict> {
  const parsed = parse(hash ?? decoy);
  if (!parsed) throw new Error('a stored password hash cannot be read');
  const tag = await derive(password, parsed.salt, parsed.cost);
  const correct = tag.length === parsed.tag.length && timingSafeEqual(tag, parsed.tag) && hash !== null;
  return { correct, outdated: JSON.stringify(parsed.cost) !== JSON.stringify(cost) };
}

const decoy = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(randomBytes(16))}$${unpadded(randomBytes(tagLength))}`;

interface ParsedHash {
  readonly cost: typeof cost;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

function parse(hash: string): ParsedHash | undefined {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!match) return undefined;
  const [, memory, passes, parallelism, salt = '', tag = ''] = match;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

async function derive(password: string, salt: Buffer, parameters: typeof cost): Promise<Buffer> {
  // One person's keyboard writes é as one character, another's as two: both mean the same password.
  const message = Buffer.from(password.normalize('NFKC'));
  return await argon2id({ message, nonce: salt, tagLength, ...parameters });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
