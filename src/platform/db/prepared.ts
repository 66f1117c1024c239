import { hash } from 'node:crypto';

/**
 * Names for server-side prepared statements. Text that is seen a second time is worth preparing; the bound
 * keeps statements with generated text (a list of varying length, say) from filling every connection.
 */
const mostNames = 500;
const seenOnce = new Set<string>();
const names = new Map<string, string>();

export function preparedName(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined) return known;
  if (names.size >= mostNames) return undefined;
  if (!seenOnce.delete(sql)) {
    if (seenOnce.size >= mostNames) seenOnce.clear();
    seenOnce.add(sql);
    return undefined;
  }
  const name = nameOf(sql);
  names.set(sql, name);
  return name;
}

/** Follows from the text, so that all processes behind one pooler mean the same statement by it. */
export function nameOf(sql: string): string {
  return `m_${hash('sha256', sql, 'hex').slice(0, 24)}`;
}
