/** Where a value stands, as our errors name it: `roles.0.key`. Keys are the sender's words: cut, so that no error grows with them. */
export function pathOf(steps: readonly (string | number)[]): string {
  return steps
    .map((step) => String(step).slice(0, 100))
    .join('.')
    .slice(0, 300);
}
