import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { type Allowed, type Reach, reachOf } from './addresses.ts';
import { OutboundError } from './error.ts';
import { guardedLookup, type Lookup } from './lookup.ts';

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
      return callback(new OutboundError('blocked_target'), null);
    connector.connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      // The lookup has judged it already. This holds even if a later Node finds addresses in another way.
      if (connector.isOpen(reachOf(socket.remoteAddress ?? '', allow))) return callback(null, socket);
      socket.destroy();
      callback(new OutboundError('blocked_target'), null);
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
