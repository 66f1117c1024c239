export { armCrashPoint, type CrashPoint, crashPoint } from './crash-point.ts';
export { type EventKey, forgetReasons } from './forget-reasons.ts';
export { relayOnce } from './hand-over.ts';
export { type Fanout, type Reaction, reactionHandler } from './reactions.ts';
export { readEvents, record, recordFromOutside } from './record.ts';
export { startNotifier, startRelay } from './relay.ts';
