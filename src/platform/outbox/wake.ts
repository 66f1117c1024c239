/**
 * The relay of this process, when it runs one; otherwise a notification to a relay elsewhere. A call after commit
 * costs a flag; a lost one costs a poll interval.
 */
let wake: () => void = () => {};

export function wakeRelay(): void {
  wake();
}

export function onWake(listener: () => void): () => void {
  wake = listener;
  return () => {
    if (wake === listener) wake = () => {};
  };
}
