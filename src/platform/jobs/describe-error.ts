const longest = 500;

/** What may show who someone is or let someone in: credentials in URLs, tokens and keys, e-mail addresses. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1…@'],
  [/([?&][^=\s&]+=)[^\s&]+/g, '$1…'],
  [/\b(?:bearer|basic)\s+\S+/gi, '…'],
  [/[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.[a-z]{2,}/gi, '…'],
  [/[A-Za-z0-9_+/=-]{32,}(?:\.[A-Za-z0-9_+/=-]+)*/g, '…'],
];

/** An error in one line that an admin may read. The log has the whole of it. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  // PostgreSQL stores no NUL, and half a surrogate pair is not valid UTF-8.
  const line = text.replaceAll('\0', '').toWellFormed().split('\n', 1)[0]?.trim() ?? '';
  const safe = secrets.reduce(
    (shown, [pattern, instead]) => shown.replace(pattern, instead),
    line.slice(0, 4 * longest),
  );
  return safe.slice(0, longest).toWellFormed() || 'Unknown error';
}
