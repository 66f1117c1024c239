import { BlockList, isIP, SocketAddress } from 'node:net';
import { ConfigError } from '#platform/config/index.ts';
import { parseNetwork } from '../config/index.ts';

/** Networks (CIDR) or single addresses that may be reached although they are reserved: MUSTER_ALLOW_TARGETS. */
export type Allowed = readonly string[];

/** `allowed`: an operator has named its network. `public`: anybody on the internet reaches it. */
export type Reach = 'allowed' | 'public' | 'reserved';

/** The IANA IPv4 special-purpose registry, and what is private by custom. */
const reservedIPv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Looks public, but inside Azure it is the host's own service for virtual machines.
  '168.63.129.16/32',
];

const reservedIPv6 = [
  // Only 2000::/3 is routed on the internet. The first three lines are all the rest: unspecified, loopback,
  // IPv4-compatible, NAT64 (64:ff9b::/96, 64:ff9b:1::/48), discard-only, SRv6, unique local, link-local, site-local,
  // multicast, and whatever is not assigned yet.
  '::/3',
  '4000::/2',
  '8000::/1',
  // IETF protocol assignments, with Teredo, which carries IPv4 addresses inside.
  '2001::/23',
  '2001:db8::/32',
  // 6to4: carries IPv4 addresses inside.
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
];

type Networks = Readonly<Record<'ipv4' | 'ipv6', BlockList>>;

const reserved = networks([...reservedIPv4, ...reservedIPv6]);
const parsed = new WeakMap<Allowed, Networks>();

/** The address must be an IP address as the system writes it; anything else is reserved. */
export function reachOf(address: string, allow: Allowed): Reach {
  const plain = unwrap(address);
  const version = isIP(plain);
  if (version === 0) return 'reserved';
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (allow.length > 0 && allowedNetworks(allow)[family].check(plain, family)) return 'allowed';
  return reserved[family].check(plain, family) ? 'reserved' : 'public';
}

/** An IPv4 address in IPv6 clothes leads where the IPv4 address leads. */
function unwrap(address: string): string {
  const bare = address.replace(/%.*$/s, '');
  if (isIP(bare) !== 6) return bare;
  const canonical = new SocketAddress({ address: bare, family: 'ipv6' }).address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical)?.[1] ?? canonical;
}

/** Throws a ConfigError that names the entry which is no network. */
export function allowedNetworks(allow: Allowed): Networks {
  const known = parsed.get(allow);
  if (known) return known;
  const list = networks(allow);
  parsed.set(allow, list);
  return list;
}

/** One list for each family: a shared one would find 8.8.8.8 in ::/3, for it compares IPv4 as ::ffff:8.8.8.8. */
function networks(entries: readonly string[]): Networks {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const entry of entries) {
    const network = parseNetwork(entry);
    if (!network)
      throw new ConfigError(
        `MUSTER_ALLOW_TARGETS: "${entry}" is no network. Write an address and a length, like 10.1.0.0/16 or fd00::/8.`,
      );
    lists[network.family].addSubnet(network.address, network.length, network.family);
  }
  return lists;
}
