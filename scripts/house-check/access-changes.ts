import type { Repository } from './repository.ts';

/** These give access. What is open ends when it does, so every change to them is announced in its transaction. */
const tables = 'sessions|memberships|api_keys';

/** Changes that take nothing away: a session that goes on, and the last use of a key. */
const harmless = ['storeGeneration', 'noteKeyUse'];

/** Finds functions that could end someone's access without a word to the other processes. */
export async function accessChangeProblems(repository: Repository): Promise<string[]> {
  const problems: string[] = [];
  for (const file of repository.files) {
    // Only these two slices write to the tables.
    if (!/^src\/slices\/(?:accounts|organizations)\/.*(?<!\.test)\.ts$/.test(file)) continue;
    const text = await repository.read(file);
    for (const [found] of text.matchAll(unnamedTable))
      problems.push(`${file}: "${found}" hides which table changes; name it`);
    for (const part of text.split(/^(?=(?:export )?(?:async )?(?:function|const) )/m)) {
      const [, plain, built] = change.exec(part) ?? [];
      const name = /(?:function|const) (\w+)/.exec(part)?.[1] ?? '';
      const isAnnounced = part.includes('announceAccessChanges(') || harmless.includes(name);
      if ((plain ?? built) !== undefined && !isAnnounced)
        problems.push(`${file}: ${name} changes ${plain ?? built} without announceAccessChanges`);
    }
  }
  return problems;
}

const unnamedTable = /\.(?:updateTable|deleteFrom)\((?!')[^)]*\)|\b(?:update|delete from) \$\{[^}]*\}/g;
const change = new RegExp(
  `\\b(?:update|delete from)\\s+(${tables})\\b|\\.(?:updateTable|deleteFrom)\\('(${tables})'\\)`,
);
