/** Where to go after logging in. Only places of this app: an address from a link must not lead elsewhere. */
export function safeNext(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])/.test(next) ? next : '/';
}
