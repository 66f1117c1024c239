import type { Repository } from './repository.ts';

/** What one organization has stored must not end the work of the others. */
export async function tenantSafetyProblems(repository: Repository): Promise<string[]> {
  const problems: string[] = [];
  for (const file of repository.files) {
    if (!isChecked(file)) continue;
    const text = await repository.read(file);
    for (const [found] of text.matchAll(unsafeZone))
      problems.push(
        `${file}: "${found}" fails for a stored zone that is unknown; use knownZone or known_zone`,
      );
    for (const [found] of text.matchAll(loopOverIds))
      if (!file.endsWith('platform/jobs/isolate.ts'))
        problems.push(
          `${file}: "${found}" asks the database once for each organization; write one statement for all, or use forEachOrganization for those with work`,
        );
    for (const found of file in splitsOnFailure ? [] : loopsOver(text))
      problems.push(`${file}: "${found}" ends at the first organization that fails; use forEachOrganization`);
  }
  return problems;
}

const isChecked = (file: string): boolean =>
  /^src\/.*\.ts$/.test(file) && !/\.test\.ts$|demo|\/examples\.ts$|^src\/kernel\/zones\.ts$/.test(file);

/** A zone that is written out, or was looked up in the list of known ones, cannot fail. */
const unsafeZone =
  /(?:toZonedDateTime(?:ISO)?\((?!knownZone\(|'|checkedZone\))[^)\n]*|\bat time zone (?!'UTC'|known_zone\(|\$\{knownZone\(|\w+\.known_zone\b)\S+)/g;

/** `for (const id of organizationIds)` and its like: 10,000 organizations would be 10,000 round trips. */
const loopOverIds =
  /for \(const \w+ of (?:await )?(?:\w+\.)*\w*(?:organizationIds|organization_ids|organizations)\)[^\n]*/gi;

/** Files in which a loop may end at the first failure, and why. */
const splitsOnFailure: Readonly<Record<string, string>> = {
  'src/slices/journeys/commands/advance-people.ts':
    'what calls it splits its events or organizations until the one that fails is alone',
};

/** `for (const id of await selectDueOrganizations(…))` and its like, also by way of a variable. */
function loopsOver(text: string): string[] {
  const variables = [...text.matchAll(/\b(?:const|let) (\w+) =\s[^;]*?\bselect\w*Organizations\w*\(/g)];
  const lists = ['select\\w*Organizations\\w*\\(', ...variables.map(([, name]) => `${name}\\b`)];
  const loop = new RegExp(`for \\(const \\w+ of (?:await )?(?:${lists.join('|')})[^\\n]*`, 'g');
  return [...text.matchAll(loop)].map(([found]) => found);
}
