import { isBuiltin } from 'node:module';
import path from 'node:path';
import { circleProblems } from './circles.ts';
import { type Import, importsOf } from './imports.ts';
import type { Repository } from './repository.ts';

/**
 * Who may know whom. Each rule looks at one import and answers with what is wrong about it.
 *
 * dependency-cruiser 18 finds the same circles and directions, but not which kinds of file a slice may hold. It reads
 * no TypeScript 7: beside it, it needs swc (44 packages, 19 MB), which takes `import type` for a load and so refuses two
 * imports that are fine, or a second compiler. It takes 4.3 s of CPU where this takes 2.2 s with all the other checks.
 * Biome finds circles; its noRestrictedImports compares the text of an import and cannot say "the same slice".
 */
const zones = ['kernel', 'platform', 'slices', 'demo', 'app'];

/** From the bottom up: a slice may use those before it. */
const order = [
  'accounts',
  'organizations',
  'programs',
  'forms',
  'shifts',
  'signups',
  'asks',
  'attendance',
  'hours',
  'badges',
  'journeys',
  'people',
  'notifications',
  'reports',
  'search',
  'live',
];
/** They know no other slice, and no other slice knows them. */
const alone = ['webhooks', 'audit', 'operations'];

function slicesBelow(slice: string): readonly string[] | undefined {
  if (alone.includes(slice)) return [];
  return order.includes(slice) ? order.slice(0, order.indexOf(slice)) : undefined;
}

interface Use {
  readonly from: Place;
  /** A file of the repository, or undefined for a package or a module of Node. */
  readonly to: Place | undefined;
  readonly specifier: string;
  readonly isType: boolean;
}

interface Place {
  readonly file: string;
  /** `kernel`, `platform`, `slices` or `app` within src; else the top-level folder. */
  readonly zone: string;
  readonly slice: string | undefined;
  /** The part of a slice that a file belongs to: `sql` for both `sql.ts` and `sql/rosters.ts`. */
  readonly part: string | undefined;
}

type Rule = (use: Use) => string | undefined;

export async function directionProblems(repository: Repository): Promise<string[]> {
  const aliases = await aliasesOf(repository);
  const problems: string[] = [];
  const imports = new Map<string, string[]>();
  for (const file of repository.files) {
    if (!/\.[cm]?[jt]sx?$/.test(file) || isTest(file)) continue;
    const from = placeOf(file);
    const own: string[] = [];
    if (zones.includes(from.zone) || from.zone === 'packages') imports.set(file, own);
    for (const one of importsOf(file, await repository.read(file))) {
      const use = { from, to: targetOf(file, one, aliases), specifier: one.specifier, isType: one.isType };
      if (use.to) own.push(use.to.file);
      const problem = rules.map((rule) => rule(use)).find((answer) => answer !== undefined);
      if (problem !== undefined) problems.push(`${file}:${one.line} imports ${one.specifier}: ${problem}`);
    }
  }
  return [...problems, ...circleProblems(imports)];
}

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

function placeOf(file: string): Place {
  const [top = '', zone = '', slice, ...within] = file.split('/');
  if (top !== 'src') return { file, zone: top, slice: undefined, part: undefined };
  if (zone !== 'slices') return { file, zone, slice: undefined, part: undefined };
  return { file, zone, slice, part: within[0]?.replace(/\.ts$/, '') };
}

type Aliases = readonly { readonly prefix: string; readonly folder: string }[];

/** The `imports` of package.json, such as "#kernel/*": "./src/kernel/*". */
async function aliasesOf(repository: Repository): Promise<Aliases> {
  const { imports = {} }: { imports?: Record<string, string> } = JSON.parse(
    await repository.read('package.json'),
  );
  return Object.entries(imports).map(([prefix, folder]) => ({
    prefix: prefix.replace(/\*$/, ''),
    folder: folder.replace(/^\.\//, '').replace(/\*$/, ''),
  }));
}

function targetOf(file: string, { specifier }: Import, aliases: Aliases): Place | undefined {
  if (specifier.startsWith('.')) return placeOf(path.posix.join(path.posix.dirname(file), specifier));
  const alias = aliases.find(({ prefix }) => specifier.startsWith(prefix));
  return alias && placeOf(alias.folder + specifier.slice(alias.prefix.length));
}

const isPackage = ({ specifier }: Use, name: string): boolean =>
  specifier === name || specifier.startsWith(`${name}/`);

const oneWay: Rule = ({ from, to }) => {
  if (to === undefined || !zones.includes(from.zone)) return;
  const isTopLevelFile = !to.file.includes('/');
  if (isTopLevelFile && from.zone === 'app') return;
  const [here, there] = [zones.indexOf(from.zone), zones.indexOf(to.zone)];
  if (there === -1) return `src/${from.zone} knows nothing of ${to.file}`;
  if (there > here) return 'imports run one way: app → slices → platform → kernel';
  return;
};

const testSupport: Rule = ({ from, to }) =>
  to?.zone === 'test' && from.zone !== 'test' ? 'only tests use the support in test/' : undefined;

const pureKernel: Rule = ({ from, to, specifier, isType }) => {
  if (from.zone !== 'kernel' || to !== undefined) return;
  if (isType && isBuiltin(specifier)) return;
  return 'the kernel imports nothing but itself';
};

const throughIndexOnly: Rule = ({ from, to }) => {
  if (from.slice === undefined || to?.slice === undefined || from.slice === to.slice) return;
  const open = slicesBelow(from.slice);
  if (open === undefined)
    return `the slice ${from.slice} has no place in the order of slices: scripts/house-check/directions.ts`;
  if (!open.includes(to.slice)) {
    return `${from.slice} may use ${open.join(', ') || 'no other slice'}, not ${to.slice}`;
  }
  return to.file === `src/slices/${to.slice}/index.ts`
    ? undefined
    : `slices meet only through index.ts: #slices/${to.slice}/index.ts`;
};

const inPart = (place: Place | undefined, slice: string | undefined, ...parts: string[]): boolean =>
  place?.slice !== undefined && place.slice === slice && parts.includes(place.part ?? '');

const isKernel = ({ to }: Use): boolean => to?.zone === 'kernel';

const pureRules: Rule = (use) => {
  if (use.from.part !== 'rules' || isKernel(use) || inPart(use.to, use.from.slice, 'rules', 'errors')) return;
  if (use.isType && inPart(use.to, use.from.slice, 'schema')) return;
  return 'rules import only the kernel, rules and errors of their own slice and types of its schema';
};

const plainSchema: Rule = (use) => {
  if (use.from.part !== 'schema' || isKernel(use) || inPart(use.to, use.from.slice, 'schema', 'rules'))
    return;
  if (isPackage(use, 'typebox') || use.to?.file === 'src/platform/http/schema.ts') return;
  if (use.to?.file === 'src/platform/language/index.ts') return;
  if (use.to?.part === 'index') return;
  return 'a schema imports only the kernel, rules of its own slice, schemas in index.ts of other slices, typebox, #platform/http/schema.ts and #platform/language/index.ts';
};

const plainEvents: Rule = (use) => {
  if (use.from.part !== 'events' || isKernel(use) || isPackage(use, 'typebox')) return;
  return 'events import only the kernel and typebox';
};

const plainMessages: Rule = (use) => {
  if (use.from.part !== 'messages' || inPart(use.to, use.from.slice, 'messages')) return;
  if (use.to?.file === 'src/platform/language/index.ts') return;
  return 'messages import only #platform/language/index.ts';
};

const plainErrors: Rule = (use) =>
  use.from.part === 'errors' && !isKernel(use) ? 'errors import only the kernel' : undefined;

/** Who may not import whom within a slice. What both need is a step, facts, a gate or a presenter. */
const apart: Readonly<Record<string, readonly string[]>> = {
  routes: ['sql', 'steps'],
  commands: ['commands', 'reads', 'routes', 'reactions'],
  steps: ['commands', 'reads', 'routes', 'reactions'],
  reads: ['commands', 'steps', 'routes', 'reactions'],
  facts: ['commands', 'steps', 'reads', 'routes', 'reactions', 'present'],
  gate: ['commands', 'steps', 'reads', 'routes', 'reactions', 'present'],
  managed: ['commands', 'steps', 'reads', 'routes', 'reactions'],
  present: ['commands', 'steps', 'reads', 'routes', 'reactions'],
  sql: ['commands', 'steps', 'routes'],
};

const partsApart: Rule = ({ from, to }) => {
  if (from.slice === undefined || from.slice !== to?.slice || !from.part || !to.part) return;
  if (apart[from.part]?.includes(to.part))
    return `${from.part} do not import ${to.part}: what both need goes into steps, facts, gate or present`;
  return;
};

const queriesInPlace: Rule = (use) => {
  if (!zones.includes(use.from.zone) || use.isType || !isPackage(use, 'kysely')) return;
  if (
    use.from.zone === 'platform' ||
    use.from.zone === 'demo' ||
    use.from.part === 'sql' ||
    use.from.part === 'reads'
  )
    return;
  return 'only sql, reads and the platform build queries (types of kysely are fine: import type)';
};

const webAlone: Rule = ({ from, to }) =>
  from.zone === 'web' && to !== undefined && to.zone !== 'web'
    ? 'the web app knows the server only through its generated client'
    : undefined;

const packagesAlone: Rule = ({ from, to }) =>
  from.zone === 'packages' && to !== undefined && packageOf(to) !== packageOf(from)
    ? 'a package knows nothing of the files around it'
    : undefined;

const packageOf = ({ file }: Place): string => file.split('/').slice(0, 2).join('/');

const rules: readonly Rule[] = [
  packagesAlone,
  webAlone,
  testSupport,
  oneWay,
  pureKernel,
  throughIndexOnly,
  pureRules,
  plainSchema,
  plainEvents,
  plainMessages,
  plainErrors,
  partsApart,
  queriesInPlace,
];
