export { announceLive, type LiveFeed, openLiveFeed } from './channel.ts';
export type { Listener } from './hint.ts';
export { streamHints } from './stream.ts';
