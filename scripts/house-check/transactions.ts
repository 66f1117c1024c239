import type { Repository } from './repository.ts';

/**
 * A statement inside a transaction goes through it. Sent to the pool instead, it would see neither the transaction's
 * changes nor its locks, and would need a second connection: with all of them in use, everyone waits for everyone.
 */
export async function transactionProblems(repository: Repository): Promise<string[]> {
  const problems: string[] = [];
  for (const file of repository.files) {
    if (!/^src\/.*\.ts$/.test(file) || file.endsWith('.test.ts')) continue;
    const text = await repository.read(file);
    for (const part of partsInTransactions(text))
      if (/\bdatabase\.(?:db|pool)\b/.test(part))
        problems.push(`${file}: "${firstLine(part)}" asks the pool inside a transaction; use its tx`);
  }
  return problems;
}

/** Functions that take a transaction, and what is handed to those that open one. What waits for the commit is left out. */
function partsInTransactions(text: string): string[] {
  const functions = [
    ...text.matchAll(/^(?:export )?(?:async )?function [^{]*(?<!: \()\btx: Tx\b[\s\S]*?^\}/gm),
  ];
  const calls = [...text.matchAll(/\b(?:inTransaction|withLocks)(?=\()/g)];
  return [...functions.map(([found]) => found), ...calls.map(({ index }) => callAt(text, index))].map(
    (part) => {
      const later = part.indexOf('onCommit(');
      return later === -1 ? part : part.replace(callAt(part, later), '');
    },
  );
}

/** From a name to the parenthesis that closes its arguments. */
function callAt(text: string, from: number): string {
  let depth = 0;
  for (let at = text.indexOf('(', from); at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return text.slice(from, at + 1);
  }
  return text.slice(from);
}

const firstLine = (text: string): string => text.slice(0, text.indexOf('\n')).trim();
