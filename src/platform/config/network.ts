import { isIP } from 'node:net';

export interface Network {
  readonly address: string;
  readonly length: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** `10.1.0.0/16`, or one address; undefined for anything else. */
export function parseNetwork(entry: string): Network | undefined {
  const [address = '', prefix, ...more] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more.length > 0) return undefined;
  const bits = version === 4 ? 32 : 128;
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
  if (length < 0 || length > bits) return undefined;
  return { address, length, family: version === 4 ? 'ipv4' : 'ipv6' };
}
