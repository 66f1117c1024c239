/**
 * An identifier that sorts by time of creation: 48 bits of milliseconds, then 80 random bits, in hex.
 * Sorted inserts keep the index's hot pages few.
 */
export function sortableId(prefix: string, now: Temporal.Instant): string {
  const random = crypto.getRandomValues(new Uint8Array(10));
  return `${prefix}_${now.epochMilliseconds.toString(16).padStart(12, '0')}${random.toHex()}`;
}
