import { parseSync, Visitor } from 'oxc-parser';

export interface Import {
  readonly specifier: string;
  /** `import type` and `export type` leave nothing at run time; `{ type A }` alone still loads the module. */
  readonly isType: boolean;
  readonly line: number;
}

/** What a source file imports. TypeScript 7 offers no parser to programs. */
export function importsOf(file: string, source: string): Import[] {
  const found: Import[] = [];
  const add = (start: number, from: unknown, isType: boolean): void => {
    const { value } = (from ?? {}) as { value?: unknown };
    if (typeof value !== 'string') return;
    found.push({ specifier: value, isType, line: source.slice(0, start).split('\n').length });
  };
  new Visitor({
    ImportDeclaration: ({ start, source: from, importKind }) => add(start, from, importKind === 'type'),
    ExportNamedDeclaration: ({ start, source: from, exportKind }) => add(start, from, exportKind === 'type'),
    ExportAllDeclaration: ({ start, source: from, exportKind }) => add(start, from, exportKind === 'type'),
    ImportExpression: ({ start, source: from }) => add(start, from, false),
    TSImportType: ({ start, source: from }) => add(start, from, true),
    CallExpression({ start, callee, arguments: [from] }) {
      if (callee.type === 'Identifier' && callee.name === 'require') add(start, from, false);
    },
  }).visit(parseSync(file, source).program);
  return found.sort((a, b) => a.line - b.line);
}
