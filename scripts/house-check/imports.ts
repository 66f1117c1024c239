/** What a source file imports, read without a compiler: TypeScript 7 offers no parser to programs. */
export interface Import {
  readonly specifier: string;
  /** `import type` and `export type` leave nothing at run time; `{ type A }` alone still loads the module. */
  readonly isType: boolean;
  /** `import('…')`: loaded later. */
  readonly isLazy: boolean;
  readonly line: number;
}

const statement = /(?<![\w$.])(?:import|export)(\s+type(?!\s+from\b|\s*,))?[\w$\s{},*"]*?\bfrom\s*"(\d+)"/g;
const sideEffect = /(?<![\w$.])import\s*"(\d+)"/g;
const call =
  /(typeof\s+)?(?<![\w$.])(?:import|require)\s*\(\s*"(\d+)"[^)]*\)(\s*\.\s*(?!then\b|catch\b|finally\b)\w)?/g;

export function importsOf(source: string): Import[] {
  const { skeleton, strings } = skeletonOf(source);
  const found: Import[] = [];
  const add = (index: number, id: string | undefined, isType: boolean, isLazy = false): void => {
    const specifier = strings[Number(id)];
    if (specifier === undefined) return;
    found.push({ specifier, isType, isLazy, line: skeleton.slice(0, index).split('\n').length });
  };
  for (const match of skeleton.matchAll(statement)) add(match.index, match[2], match[1] !== undefined);
  for (const match of skeleton.matchAll(sideEffect)) add(match.index, match[1], false);
  for (const match of skeleton.matchAll(call)) {
    const isType = match[1] !== undefined || match[3] !== undefined;
    add(match.index, match[2], isType, !isType);
  }
  return found.sort((a, b) => a.line - b.line);
}

/** The source without comments, each string replaced by its number, so that no text looks like an import. */
function skeletonOf(source: string): { skeleton: string; strings: string[] } {
  const strings: string[] = [];
  let skeleton = '';
  let at = 0;
  const templateDepths: number[] = [];
  let depth = 0;
  while (at < source.length) {
    const rest = source.slice(at, at + 2);
    const char = rest[0] ?? '';
    if (rest === '//' || rest === '/*') {
      const end = endOfComment(source, at);
      skeleton += source.slice(at, end).replace(/[^\n]/g, ' ');
      at = end;
    } else if (char === '/' && startsPattern(skeleton)) {
      at = endOfPattern(source, at);
      skeleton += '0';
    } else if (char === '"' || char === "'") {
      const end = endOfString(source, at, char);
      skeleton += `"${strings.push(source.slice(at + 1, end - 1)) - 1}"`;
      at = end;
    } else if (char === '`' || (char === '}' && templateDepths.at(-1) === depth)) {
      if (char === '}') templateDepths.pop();
      const end = endOfTemplatePart(source, at + 1);
      const opens = source[end - 1] === '{';
      const part = source.slice(at + 1, end - (opens ? 2 : 1));
      if (char === '`' && !opens) skeleton += `"${strings.push(part) - 1}"`;
      skeleton += part.replace(/[^\n]/g, '');
      if (opens) templateDepths.push(depth);
      at = end;
    } else {
      if (char === '{') depth++;
      if (char === '}') depth--;
      skeleton += char;
      at++;
    }
  }
  return { skeleton, strings };
}

function endOfComment(source: string, at: number): number {
  const isLine = source[at + 1] === '/';
  const end = source.indexOf(isLine ? '\n' : '*/', at + 2);
  if (end === -1) return source.length;
  return isLine ? end : end + 2;
}

/** An apostrophe in the text of a page component opens no string that passes the end of its line. */
function endOfString(source: string, at: number, quote: string): number {
  for (let i = at + 1; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === quote) return i + 1;
    else if (source[i] === '\n') return i;
  }
  return source.length;
}

/** Just after the closing backtick, or after the brace that opens a substitution. */
function endOfTemplatePart(source: string, at: number): number {
  for (let i = at; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === '`') return i + 1;
    else if (source[i] === '$' && source[i + 1] === '{') return i + 2;
  }
  return source.length;
}

function endOfPattern(source: string, at: number): number {
  let inClass = false;
  for (let i = at + 1; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === '[') inClass = true;
    else if (source[i] === ']') inClass = false;
    else if (source[i] === '/' && !inClass) return i + 1;
    else if (source[i] === '\n') return at + 1;
  }
  return at + 1;
}

/** A slash after a value divides; after anything else it opens a regular expression. `</` closes a tag. */
function startsPattern(before: string): boolean {
  const text = before.trimEnd();
  if (/(?:^|[^\w$.])(?:return|typeof|case|in|of|do|else|void|await|yield)$/.test(text.slice(-12)))
    return true;
  return !/[\w$)\]}"<]$/.test(text);
}
