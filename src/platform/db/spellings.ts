/**
 * Unicode writes é in two ways: as one character, or as e with an accent, as texts from macOS often do. Both are stored as they
 * were sent, because joining them would also replace characters of Japanese names. So a search looks for both, and for what was
 * typed: a few signs are in neither.
 */
export function spellingsOf(text: string): string[] {
  return [...new Set([text.normalize('NFC'), text.normalize('NFD'), text])];
}

/** For `ilike any`: texts that contain this one, in either spelling. */
export function patternsOf(text: string): string[] {
  return spellingsOf(text).map((spelling) => `%${spelling.replaceAll(/[\\%_]/g, '\\$&')}%`);
}

/** What is between words, also signs that PostgreSQL takes for letters. The column `search` of shifts has blanks instead. */
const betweenWords =
  /[\s,;./'\u2018\u2019\u201a\u201b\u2032\u00b4\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a\u2010\u2011\u2013\u2014\u2015\u2026\u2022\u00b7\u00a1\u00bf\u200b-]+/u;
/** What is inside words and not seen. It is left out there as well. */
const unseen = /[\u00ad\u2060\ufeff]/gu;

/** Each reads its part of the index of words, and short ones read much of it. */
const mostBeginnings = 6;

/**
 * For `to_tsquery`: texts that have a word like each of these, in either spelling. The first ones are how a word begins, so that
 * results are there while someone types. Each is quoted, so that nothing in it is an operator.
 */
export function beginningsOf(text: string): string {
  let beginnings = 0;
  const words = text
    .replaceAll(unseen, '')
    .split(betweenWords)
    .filter((word) => word !== '');
  return words
    .map((word) => {
      const spellings = spellingsOf(word);
      beginnings += countParts(word);
      return spellings.map((one) => quoted(one) + (beginnings <= mostBeginnings ? ':*' : ''));
    })
    .map((spellings) => `(${spellings.join(' | ')})`)
    .join(' & ');
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
}

/** PostgreSQL looks for each of them as a beginning: a hundred of “s's's's” took a second with 10,000 shifts. */
function countParts(word: string): number {
  return Math.max(1, word.match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0);
}
