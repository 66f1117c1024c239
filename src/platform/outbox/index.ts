export { type CrashPoint, crashPoint } from './crash-point.ts';
export { readEvents, record, recordFromOutside, recordOnly } from './record.ts';
export {
  type Fanout,
  type Reaction,
  type Relay,
  reactionHandler,
  relayOnce,
  startNotifier,
  startRelay,
} from './relay.ts';
