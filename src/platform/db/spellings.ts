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
