/** Longer than a replica that is in use can be behind. */
const freshMs = 10_000;
let freshUntilMs = 0;

/** Something changed: what is read now must have it. */
export function needFreshReads(): void {
  freshUntilMs = performance.now() + freshMs;
}

/** Asks for the current state, which a replica may not have yet. */
export function askForFresh(headers: Headers): void {
  if (performance.now() < freshUntilMs) headers.set('muster-written-at', 'now');
}
