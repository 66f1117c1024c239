export { type CrashPoint, crashPoint } from './crash-point.ts';
export { relayOnce } from './hand-over.ts';
export { type Fanout, type Reaction, reactionHandler } from './reactions.ts';
export { readEvents, record, recordFromOutside, recordOnly } from './record.ts';
export { startNotifier, startRelay } from './relay.ts';
