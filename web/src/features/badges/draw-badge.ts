/** The parts of a badge's picture, as the service draws it for other places. */

/** Two hues that go together, dark enough that white letters can be read on them. */
export function coloursOf(seed: string): [string, string] {
  let hash = 2_166_136_261;
  for (const sign of seed) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  const hue = hash % 360;
  return [`hsl(${hue},60%,30%)`, `hsl(${(hue + 40) % 360},65%,22%)`];
}

/** The first letters of the first two words that have any. */
export function initialsOf(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const letters = words.slice(0, 2).map((word) => [...graphemes.segment(word)][0]?.segment ?? '');
  return letters.join('').toLocaleUpperCase('en') || '★';
}

/** A circle with sixteen points. */
export const rosette = `M${Array.from({ length: 32 }, (_, index) => {
  const radius = index % 2 === 0 ? 160 : 144;
  const angle = (index * Math.PI) / 16;
  return `${(200 + radius * Math.sin(angle)).toFixed(1)} ${(170 - radius * Math.cos(angle)).toFixed(1)}`;
}).join('L')}Z`;
