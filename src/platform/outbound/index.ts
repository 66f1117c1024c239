/**
 * Requests to addresses that customers give. They must never become requests of ours into our own network, so the
 * address is judged twice: as it is written, when somebody enters it, and as it is connected to, each time.
 */

export type { Lookup } from './connector.ts';
export { OutboundError } from './error.ts';
export { createOutbound, type Outbound, type OutboundOptions } from './outbound.ts';
export { checkTarget } from './target.ts';
