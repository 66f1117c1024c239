export { StreamCaps } from './caps.ts';
export { type AccessChange, announceLive, openLiveFeed } from './channel.ts';
export type { Listener } from './hint.ts';
export { LiveStream } from './stream.ts';
