import path from 'node:path';
import type { Repository } from './repository.ts';
import { isSliceFileName } from './slice-files.ts';

const endings = /\.(?:[cm]?[jt]s|tsx|json|md|sql|ya?ml|sh|css|html|toml)$/;
const pathCharacters = /^[\w.@-][\w./@-]*$/;

const isDocument = (file: string): boolean =>
  /^(?:README|ARCHITECTURE|CONTRIBUTING|CHANGELOG)\.md$/.test(file) ||
  /^(?:docs|packages)\/.*\.md$/.test(file);

/** Every path and every link that the documents name leads somewhere. */
export async function documentProblems(repository: Repository): Promise<string[]> {
  const problems: string[] = [];
  for (const file of repository.files.filter(isDocument)) {
    const prose = withoutFences(await repository.read(file));
    for (const [index, line] of prose.split('\n').entries()) {
      const at = `${file}:${index + 1}`;
      for (const token of codeSpans(line)) {
        if (!namesSomething(repository, file, token))
          problems.push(`${at} names ${token}, which does not exist`);
      }
      for (const link of links(line)) {
        const problem = await linkProblem(repository, file, link);
        if (problem !== undefined) problems.push(`${at} links to ${link}: ${problem}`);
      }
    }
  }
  return problems;
}

/** Keeps the number of lines. */
function withoutFences(text: string): string {
  return text.replace(/^([ \t]*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\2[^\n]*$|(?![\s\S]))/gm, (block) =>
    block.replace(/[^\n]/g, ''),
  );
}

const codeSpans = (line: string): string[] =>
  Array.from(line.matchAll(/(`+)(.+?)\1(?!`)/g), (match) => (match[2] ?? '').trim());

function links(line: string): string[] {
  const text = line.replace(/(`+).+?\1(?!`)/g, '``');
  const inline = Array.from(
    text.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g),
    (match) => match[1] ?? '',
  );
  const reference = /^\s*\[[^\]]+\]:\s*<?([^\s>]+)/.exec(text)?.[1];
  const attributes = Array.from(
    text.matchAll(/<(?:img|a)\s[^>]*(?:src|href)="([^"]+)"/g),
    (match) => match[1] ?? '',
  );
  return [...inline, ...attributes, ...(reference === undefined ? [] : [reference])];
}

/** True also for whatever does not look like a path of this repository. */
function namesSomething(repository: Repository, document: string, token: string): boolean {
  const named = token.replace(/(?::\d+)+$/, '').replace(/^\.\//, '');
  if (!pathCharacters.test(named) || /^\.\w+$/.test(named)) return true;
  const isOurs = named.includes('/') && repository.folders.has(named.split('/')[0] ?? '');
  if (!isOurs && !endings.test(named)) return true;
  if (exists(repository, named) || exists(repository, path.posix.join(path.posix.dirname(document), named)))
    return true;
  // `rules.ts` or `commands/sign-up.ts`, said of any slice.
  return !isOurs && (isSliceFileName(named) || repository.files.some((file) => file.endsWith(`/${named}`)));
}

function exists(repository: Repository, named: string): boolean {
  const plain = named.replace(/\/$/, '');
  if (repository.isIgnored(plain) || repository.isIgnored(`${plain}/`)) return true;
  return repository.files.includes(plain) || repository.folders.has(plain);
}

async function linkProblem(
  repository: Repository,
  document: string,
  link: string,
): Promise<string | undefined> {
  if (/^(?:[a-z][a-z+.-]*:|\/)/i.test(link)) return undefined;
  const [file = '', anchor] = decodeURI(link).split('#');
  const target = file === '' ? document : path.posix.join(path.posix.dirname(document), file);
  if (!exists(repository, target)) return 'there is no such file';
  if (anchor === undefined || !target.endsWith('.md')) return undefined;
  return anchorsOf(await repository.read(target)).has(anchor) ? undefined : 'there is no such heading';
}

/** The anchors that GitHub makes of headings, and those set by hand. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  const seen = new Map<string, number>();
  const prose = withoutFences(text);
  for (const [, heading = ''] of prose.matchAll(/^#{1,6}\s+(.*?)\s*#*\s*$/gm)) {
    const slug = heading
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  for (const [, id = ''] of prose.matchAll(/<[a-z]+\s[^>]*(?:id|name)="([^"]+)"/g)) anchors.add(id);
  return anchors;
}
