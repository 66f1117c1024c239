import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { type Allowed, type Reach, reachOf } from './addresses.ts';
import { blockedAddress, nameNotResolved } from './error.ts';

interface ConnectorOptions {
  readonly allow: Allowed;
  readonly lookup: Lookup;
  readonly connectTimeoutMs: number;
  readonly ca: string | undefined;
}

/** Without encryption only to where an operator has said that it is fine. */
const openTo: Record<string, (reach: Reach) => boolean> = {
  'https:': (reach) => reach !== 'reserved',
  'http:': (reach) => reach === 'allowed',
};

/** Opens connections, and refuses each one to an address that may not be reached. */
export function guardedConnector({
  allow,
  lookup,
  connectTimeoutMs,
  ca,
}: ConnectorOptions): buildConnector.connector {
  const connectors = new Map(
    Object.entries(openTo).map(([protocol, isOpen]) => [
      protocol,
      { isOpen, connect: connectorWith(guardedLookup(lookup, allow, isOpen), connectTimeoutMs, ca) },
    ]),
  );
  return (options, callback) => {
    const connector = connectors.get(options.protocol);
    // A host that is an address is never looked up, so the lookup cannot refuse it.
    if (!connector || (isIP(options.hostname) && !connector.isOpen(reachOf(options.hostname, allow))))
      return callback(blockedAddress(options.hostname), null);
    connector.connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      // The lookup has judged it already. This holds even if a later Node finds addresses in another way.
      if (connector.isOpen(reachOf(socket.remoteAddress ?? '', allow))) return callback(null, socket);
      socket.destroy();
      callback(blockedAddress(options.hostname), null);
    });
  };
}

function connectorWith(
  lookup: LookupFunction,
  connectTimeoutMs: number,
  ca: string | undefined,
): buildConnector.connector {
  return buildConnector({
    lookup,
    timeout: connectTimeoutMs,
    autoSelectFamily: true,
    allowH2: false,
    ...(ca === undefined ? {} : { ca }),
  });
}

/** All addresses of a name. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

/**
 * Asks the name servers without the system's resolver: that one waits in threads that password hashing shares, and a
 * few names whose servers are silent would hold up every other delivery.
 */
export function askNameServers(): Lookup {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  return async (hostname) => {
    if (isLocalhost(hostname)) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

/** RFC 6761: these names are this machine and are never asked for. */
export function isLocalhost(hostname: string): boolean {
  return /^(?:.+\.)?localhost$/i.test(hostname);
}

/** Hands only addresses that may be reached to the socket: what is checked is what is connected to. */
function guardedLookup(lookup: Lookup, allow: Allowed, isOpen: (reach: Reach) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    const fail = (error: Error): void => callback(error, []);
    lookup(hostname).then(
      (found) => {
        if (found.length === 0) return fail(nameNotResolved());
        const addresses = found
          .filter((address) => isOpen(reachOf(address, allow)))
          .map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
        const [first] = addresses;
        if (!first) return fail(blockedAddress(hostname));
        if (options.all) return callback(null, addresses);
        return callback(null, first.address, first.family);
      },
      () => fail(nameNotResolved()),
    );
  };
}
