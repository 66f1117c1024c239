/** A page is announced once, also when a skeleton with a heading of its own stood there before it. */
export function takesFocus(path: string, before: string, wasLost: boolean): boolean {
  return before !== '' && (path !== before || wasLost);
}
