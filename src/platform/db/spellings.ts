/**
 * Unicode writes é in two ways: as one character, or as e with an accent, as texts from macOS often do. Both are stored as they
 * were sent, because joining them would also replace characters of Japanese names. So a search looks for both.
 */
export function spellingsOf(text: string): string[] {
  return [...new Set([text.normalize('NFC'), text.normalize('NFD')])];
}

/** For `ilike any`: texts that contain this one, in either spelling. */
export function patternsOf(text: string): string[] {
  return spellingsOf(text).map((spelling) => `%${spelling.replaceAll(/[\\%_]/g, '\\$&')}%`);
}

/** Each reads its part of the index of words, and short ones read much of it. */
const mostBeginnings = 6;

/**
 * For `to_tsquery`: texts that have a word like each of these, in either spelling. The first ones are how a word begins, so that
 * results are there while someone types. Each is quoted, so that nothing in it is an operator.
 */
export function beginningsOf(text: string): string {
  const quoted = (word: string) => `'${word.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
  const words = text.split(/[\s,;]+/u).filter((word) => word !== '');
  return words
    .map((word, index) => spellingsOf(word).map((one) => quoted(one) + (index < mostBeginnings ? ':*' : '')))
    .map((spellings) => `(${spellings.join(' | ')})`)
    .join(' & ');
}
