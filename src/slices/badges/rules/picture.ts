const text = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/** What browsers show as a picture, by how the bytes begin. */
const beginnings: readonly (readonly [string, (bytes: Uint8Array) => boolean])[] = [
  ['image/png', (bytes) => text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', (bytes) => text(bytes, 0, 3) === '\xff\xd8\xff'],
  ['image/gif', (bytes) => /^GIF8[79]a$/.test(text(bytes, 0, 6))],
  ['image/webp', (bytes) => text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP'],
  ['image/avif', (bytes) => /^ftypavi[fs]$/.test(text(bytes, 4, 12))],
];

/**
 * The media type of a picture; undefined if it is none. A host may claim anything, so the bytes decide. Only a drawing
 * in SVG, which is text, has to be announced as well.
 */
export function pictureType(bytes: Uint8Array, announced: string | undefined): string | undefined {
  const found = beginnings.find(([, fits]) => fits(bytes));
  if (found) return found[0];
  const isDrawing = /^image\/svg\+xml\s*(?:;|$)/i.test(announced ?? '');
  return isDrawing &&
    /^\s*(?:<\?xml|<!--|<!doctype svg|<svg)[\s\S]*<svg[\s>]|^\s*<svg[\s>]/i.test(utf8(bytes))
    ? 'image/svg+xml'
    : undefined;
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}
