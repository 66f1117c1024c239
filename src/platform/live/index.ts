export { StreamCaps } from './caps.ts';
export {
  type AccessChange,
  announceAccessChanges,
  announceHints,
  announceToPeople,
  openLiveFeed,
} from './channel.ts';
export type { Hint, Listener } from './hint.ts';
export { LiveStream } from './stream.ts';
