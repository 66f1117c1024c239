import { glob } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { run } from 'node:test';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { onParentEnd } from '#app/parent.ts';
import { type Group, groupFiles } from './groups.ts';
import { makeFolderInMemory, type TemporaryFolder } from './memory.ts';
import { Reporter } from './reporter.ts';
import type { SharedPostgres } from './shared-postgres.ts';
import { watchProcess } from './watch.ts';

/**
 * `npm test`: the checks, then every test file, several at a time, on one PostgreSQL.
 * `npm test -- shifts/rules` runs the test files whose path holds that text; `--name` picks tests by name.
 */
const root = process.cwd();
const defaultTimeoutMs = 120_000;
const groupEntry = path.join(import.meta.dirname, 'group.ts');
const preloaded = ['whole-report.ts', 'running-test.ts'].map(
  (file) => `--import=${pathToFileURL(path.join(import.meta.dirname, file)).href}`,
);
/** Collecting garbage less often saves a tenth of the CPU that loading the service takes. */
const roomy = ['--min-semi-space-size=64', '--max-semi-space-size=64'];
/** Takes a minute: begun last, it would keep everyone waiting at the end. */
const longest = 'src/slices/signups/model.test.ts';
// Each group of test files is a process that loads the whole service: compiled once, that is 1.3 s of CPU instead of 2.1.
process.env['NODE_COMPILE_CACHE'] ??= path.join(tmpdir(), 'muster-test-compile-cache');

const { values, positionals } = readArguments();

const files = await testFiles(positionals);
const groups = await groupFiles(root, files, values.name === undefined);
if (values.list) {
  for (const file of files) console.log(file);
} else {
  process.exitCode = await main();
}

function readArguments() {
  try {
    return parseArgs({
      options: { list: { type: 'boolean', default: false }, name: { type: 'string' } },
      allowPositionals: true,
    });
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

async function testFiles(wanted: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  // Whole processes are tested in test/: the longest first, so that none is left over at the end.
  for (const folder of ['test', 'packages', 'src', 'bench', 'scripts', 'web']) {
    const here = await Array.fromAsync(glob(`${folder}/**/*.test.ts`, { cwd: root }));
    found.push(...takingTurns(here.map((file) => file.replaceAll('\\', '/')).sort()));
  }
  if (wanted.length === 0) return longestFirst(await thatApply(found));
  const texts = wanted.map((text) => text.replaceAll('\\', '/').replace(/^\.\//, ''));
  return await thatApply(found.filter((file) => texts.some((text) => file.includes(text))));
}

/** On a Citus cluster, some files have nothing to test. */
async function thatApply(found: readonly string[]): Promise<readonly string[]> {
  const given = process.env['MUSTER_TEST_DATABASE_URL'];
  if (given === undefined) return found;
  const { filesForCitus, findNodes } = await import('./citus.ts');
  return (await findNodes(given)).length > 1 ? filesForCitus(found) : found;
}

function longestFirst(files: readonly string[]): string[] {
  return [...files.filter((file) => file === longest), ...files.filter((file) => file !== longest)];
}

/** Their temporary files stay where they are: the packaged Chromium is unpacked there once, and found there again. */
function usesBrowser(file: string): boolean {
  return file.startsWith('test/browser/');
}

/** Browsers are busy while other tests of whole processes wait: side by side they need less time. */
function takingTurns(files: readonly string[]): string[] {
  const [browsers, others] = [files.filter(usesBrowser), files.filter((file) => !usesBrowser(file))];
  return others
    .flatMap((file, index) => [...browsers.slice(index, index + 1), file])
    .concat(browsers.slice(others.length));
}

async function main(): Promise<number> {
  const stopping = new AbortController();
  const ended = Promise.withResolvers<number>();
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.on(signal, () => {
      stopping.abort();
      ended.resolve(code);
    });
  }
  onParentEnd(() => process.emit('SIGTERM', 'SIGTERM'));
  const reporter = new Reporter({ root, allowsEmptyFiles: values.name !== undefined });
  const temporary = await makeFolderInMemory();
  const postgres = startPostgresIfNeeded();
  try {
    const done = runAll({ reporter, signal: stopping.signal, temporary }, postgres).then(() =>
      stopping.signal.aborted ? 1 : reporter.finish(),
    );
    return await Promise.race([done, ended.promise]);
  } finally {
    await (await postgres.catch(() => undefined))?.stop();
    await temporary?.remove();
  }
}

interface TestRun {
  readonly reporter: Reporter;
  readonly signal: AbortSignal;
  readonly temporary: TemporaryFolder | undefined;
}

async function runAll(testRun: TestRun, postgres: Promise<SharedPostgres | undefined>): Promise<void> {
  const { reporter, signal } = testRun;
  const wantsAll = positionals.length === 0 && values.name === undefined;
  // Loaded only here: a run of chosen files does without the house check and its parser.
  const checks = wantsAll
    ? import('./checks.ts').then(({ runChecks }) => runChecks(root, reporter, signal, postgres))
    : undefined;
  await Promise.all([postgres.catch(() => undefined), checks]);
  try {
    const running = await postgres;
    if (running !== undefined) process.env['MUSTER_TEST_DATABASE_URL'] = running.url;
  } catch (error) {
    return reporter.check(
      'PostgreSQL for the tests',
      0,
      error instanceof Error ? (error.stack ?? '') : `${error}`,
    );
  }
  if (files.length === 0) return console.error(`No test file matches ${positionals.join(', ')}.`);
  // Twice the cores: tests wait for PostgreSQL, for pages, and for processes to start and end. Connections set the upper end.
  const lanes = Math.min(2 * availableParallelism(), 12);
  const waiting = groups.values();
  const lane = async () => {
    for (const group of waiting) {
      if (signal.aborted) return;
      await runGroup(group, testRun);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function runGroup({ files: together }: Group, { reporter, signal, temporary }: TestRun): Promise<void> {
  const paths = together.map((file) => path.join(root, file));
  const watch = watchProcess(paths, signal, (why) => reporter.remark(together, why));
  const events = run({
    ...(paths.length === 1 ? { files: paths } : { files: [groupEntry], argv: paths }),
    cwd: root,
    isolation: 'process',
    env: temporary && !together.some(usesBrowser) ? { ...process.env, TMPDIR: temporary.path } : process.env,
    // A connection that a failed test left open must not keep its file, and so the whole run, from ending.
    execArgv: [`--test-timeout=${defaultTimeoutMs}`, '--test-force-exit', ...preloaded, ...roomy],
    signal,
    ...(values.name === undefined ? {} : { testNamePatterns: [values.name] }),
  });
  try {
    for await (const event of events) {
      watch.refresh();
      reporter.add(event, together);
    }
  } finally {
    watch.stop();
  }
}

/** Pure tests need no database; starting one takes longer than they do. */
async function startPostgresIfNeeded(): Promise<SharedPostgres | undefined> {
  if (!groups.some(({ needsDatabase }) => needsDatabase)) return undefined;
  const { startSharedPostgres } = await import('./shared-postgres.ts');
  return startSharedPostgres();
}
