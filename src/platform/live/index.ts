export { StreamCaps } from './caps.ts';
export { type AccessChange, announceLive, openLiveFeed } from './channel.ts';
export { type Listener, sameRights } from './hint.ts';
export { LiveStream } from './stream.ts';
