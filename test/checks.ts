import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { startWeb } from '#app/web-build.ts';
import { createLog } from '#platform/log/index.ts';
import { houseCheck } from '../scripts/house-check.ts';
import type { Reporter } from './reporter.ts';
import type { SharedPostgres } from './shared-postgres.ts';

/** What holds for the whole tree rather than for one file. */
interface Check {
  readonly name: string;
  /** Without this file there is nothing to check. */
  readonly needs?: string;
  /** Returns the problem, if there is one. */
  run(root: string, signal: AbortSignal, postgres: StartingPostgres): Promise<string | undefined>;
}

type StartingPostgres = Promise<SharedPostgres | undefined>;

// Several checkers would each work out the types they share: 23 s of CPU instead of 8, for the same answer.
const typescript = ['node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false', '--singleThreaded'];
const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', '.', '--colors=off', '--max-diagnostics=50'];

const checks: readonly Check[] = [
  { name: 'types', run: node(...typescript) },
  { name: 'types of the web app', needs: 'web/tsconfig.json', run: node(...typescript, '-p', 'web') },
  { name: 'format and lint', run: node(...biome, '--error-on-warnings') },
  { name: 'house rules', run: async (root) => (await houseCheck(root)).join('\n') || undefined },
  { name: 'build of the web app', run: buildWeb },
  { name: 'dead code', needs: 'knip.json', run: node('node_modules/knip/bin/knip.js', '--no-progress') },
  { name: 'generated files', needs: 'scripts/generate.ts', run: checkGenerated },
];

export async function runChecks(
  root: string,
  reporter: Reporter,
  signal: AbortSignal,
  postgres: StartingPostgres,
): Promise<void> {
  const wanted = checks.filter(({ needs }) => needs === undefined || existsSync(path.join(root, needs)));
  await Promise.all(
    wanted.map(async (check) => {
      const startedMs = performance.now();
      const problem = await check.run(root, signal, postgres).catch((error: unknown) => `${error}`);
      reporter.check(check.name, performance.now() - startedMs, problem);
    }),
  );
}

/** Browsers and fresh clones are given the result. */
async function buildWeb(): Promise<string | undefined> {
  const printed: string[] = [];
  const web = startWeb(createLog('warn', false, { write: (line) => void printed.push(line) }));
  const files = await web.files();
  return files === undefined || printed.length > 0 ? printed.join('') || 'nothing was built' : undefined;
}

/** The tests' database is migrated already: without it, another PostgreSQL would be set up for this alone. */
async function checkGenerated(
  root: string,
  signal: AbortSignal,
  postgres: StartingPostgres,
): Promise<string | undefined> {
  const migratedUrl = (await postgres.catch(() => undefined))?.migratedUrl;
  const given = migratedUrl === undefined ? [] : ['--migrated', migratedUrl];
  return await node('scripts/generate.ts', '--check', ...given)(root, signal, postgres);
}

/** Runs a program of ours; what it printed is the problem when it fails. */
function node(...args: string[]): Check['run'] {
  return async (root, signal) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
      // The compiler is a Go program: collecting its garbage less often saves a fifth of its time.
      env: { ...process.env, GOGC: '400' },
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    }
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
    child.on('error', reject).on('close', resolve);
    const code = await promise;
    return code === 0 ? undefined : printed.trim() || `exit code ${code}`;
  };
}
