import type { Repository } from './repository.ts';

/** Metaphors that meant several things each, and names that say nothing about what is behind them. */
const vague = /^(?:desk|ears?|fault|held|room|settle|standing|take|tell|things?|traveller|way)$/i;
const emptyFile = /(?:^|\/)(?:utils?|helpers?|managers?|misc|common)\.ts$/;

/** The kinds of files of a slice are checked elsewhere. */
const isSliceFile = /^src\/slices\/[^/]+\/[^/]+$/;

/** What others can use, or what shapes a file: local variables may be as short as their lines. */
const declared = /^(?:export )?(?:abstract )?(?:interface|type|class|(?:async )?function\*?) (\w+)/gm;
const exported = /^export (?:const|(?:abstract )?class|interface|type|(?:async )?function\*?) (\w+)/gm;

/**
 * One name, one meaning: within a slice, and within the platform, an exported name is declared once. A schema may be called like
 * the type that the rules decide on.
 */
export async function nameProblems(repository: Repository): Promise<string[]> {
  const problems: string[] = [];
  const homes = new Map<string, string>();
  for (const file of repository.files) {
    if (!/^(?:src|packages\/[\w-]+\/src)\/.*(?<!\.test|\.generated)\.ts$/.test(file)) continue;
    if (emptyFile.test(file) && !isSliceFile.test(file))
      problems.push(`${file}: name it after what it holds`);
    const text = await repository.read(file);
    for (const [, name = ''] of text.matchAll(declared))
      if (vague.test(name)) problems.push(`${file}: "${name}" has many meanings; say what it is here`);
    if (/\/schema(?:\/|\.ts)/.test(file)) continue;
    for (const [, name = ''] of text.matchAll(exported)) {
      const key = `${placeOf(file)} ${name}`;
      const home = homes.get(key);
      if (home !== undefined && home !== file) problems.push(`${file}: ${home} exports another "${name}"`);
      homes.set(key, file);
    }
  }
  return problems;
}

/** `src/slices/shifts`, `src/platform` or `packages/client`. */
function placeOf(file: string): string {
  const parts = file.split('/');
  return parts.slice(0, parts[1] === 'slices' ? 3 : 2).join('/');
}
