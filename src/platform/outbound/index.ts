import './messages/index.ts';

/**
 * Requests to addresses that customers give. They must never reach our own network, so the address is checked twice: as
 * it is written, when it is entered, and as it is connected to, each time.
 */

export type { Lookup } from './connector.ts';
export { OutboundError } from './error.ts';
export { createOutbound, type Outbound, type OutboundOptions } from './outbound.ts';
export { checkTarget } from './target.ts';
