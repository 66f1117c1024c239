import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { until } from '#test/until.ts';

const trees: string[] = [];
after(() => {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true });
});

const platformNode = {
  version: '26.0.0',
  optional: true,
  os: process.platform,
  cpu: process.arch,
  bin: { node: 'bin/node' },
};

const lockOf = (packages: Record<string, object>): string =>
  JSON.stringify({ packages: { '': { optionalDependencies: { 'node-here': '26' } }, ...packages } });

/** A stand-in for the npm program, which is not ours: it counts its runs and leaves what `npm ci` would leave. */
const npmProgram = `
const fs = require('node:fs');
fs.appendFileSync('runs', process.argv.slice(2).join(' ') + '\\n');
if (process.env.NPM_FAILS) { console.error('npm error: no network'); process.exit(7); }
setTimeout(() => {
  const packages = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')).packages;
  for (const place of Object.keys(packages)) fs.mkdirSync(place || 'node_modules', { recursive: true });
  fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
}, Number(process.env.NPM_TAKES_MS ?? 0));
`;

interface Tree {
  root: string;
  file: (name: string) => string;
  start: (env?: Record<string, string>) => ReturnType<typeof spawn>;
  run: (env?: Record<string, string>) => Promise<{ code: number | null; said: string }>;
  npmRuns: () => string[];
}

function makeTree(lock: string): Tree {
  const root = mkdtempSync(path.join(tmpdir(), 'muster-install-'));
  trees.push(root);
  const file = (name: string): string => path.join(root, name);
  mkdirSync(file('scripts'));
  for (const script of ['ensure-installed.cjs', 'install-mutex.cjs']) {
    copyFileSync(path.join(import.meta.dirname, script), file(`scripts/${script}`));
  }
  writeFileSync(file('package-lock.json'), lock);
  mkdirSync(file('npm'));
  writeFileSync(file('npm/npm-cli.js'), npmProgram);
  const start = (env: Record<string, string> = {}) => {
    const { npm_lifecycle_event: _, ...inherited } = process.env;
    return spawn(process.execPath, ['scripts/ensure-installed.cjs'], {
      cwd: root,
      env: {
        ...inherited,
        npm_execpath: file('npm/npm-cli.js'),
        npm_node_execpath: process.execPath,
        npm_lifecycle_event: 'pretest',
        ...env,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  };
  const run = async (env?: Record<string, string>) => {
    const child = start(env);
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, said };
  };
  const npmRuns = (): string[] => {
    if (!existsSync(file('runs'))) return [];
    return readFileSync(file('runs'), 'utf8').trim().split('\n');
  };
  return { root, file, start, run, npmRuns };
}

describe('ensuring that the packages are installed', () => {
  it('installs once, says so in one line, and is silent afterwards', async () => {
    const tree = makeTree(lockOf({ 'node_modules/pg': { version: '8.0.0' } }));
    const first = await tree.run();
    assert.equal(first.code, 0, first.said);
    assert.match(first.said, /^Installing packages: nothing is installed yet\. This happens once.*\n$/);
    assert.deepEqual(await tree.run(), { code: 0, said: '' });
    assert.equal(tree.npmRuns().length, 1);
    assert.match(tree.npmRuns()[0] ?? '', /^ci --loglevel=error --no-audit --no-fund .*--include=optional/);
  });

  it('installs again when package-lock.json has changed', async () => {
    const tree = makeTree(lockOf({ 'node_modules/pg': { version: '8.0.0' } }));
    await tree.run();
    writeFileSync(tree.file('package-lock.json'), lockOf({ 'node_modules/pg': { version: '8.1.0' } }));
    assert.match((await tree.run()).said, /the packages have changed/);
    assert.equal(tree.npmRuns().length, 2);
  });

  it('trusts what someone installed by hand', async () => {
    const lock = lockOf({ 'node_modules/pg': { version: '8.0.0' } });
    const tree = makeTree(lock);
    mkdirSync(tree.file('node_modules/pg'), { recursive: true });
    writeFileSync(tree.file('node_modules/.package-lock.json'), lock);
    assert.deepEqual(await tree.run(), { code: 0, said: '' });
    assert.equal(tree.npmRuns().length, 0);
  });

  it('starts a server without development packages, and installs them for the tests', async () => {
    const all = {
      'node_modules/pg': { version: '8.0.0' },
      'node_modules/biome': { version: '2.0.0', dev: true },
    };
    const tree = makeTree(lockOf(all));
    mkdirSync(tree.file('node_modules/pg'), { recursive: true });
    writeFileSync(
      tree.file('node_modules/.package-lock.json'),
      lockOf({ 'node_modules/pg': all['node_modules/pg'] }),
    );
    assert.deepEqual(await tree.run({ npm_lifecycle_event: 'prestart' }), { code: 0, said: '' });
    assert.match((await tree.run()).said, /the development packages are missing/);
    assert.match(tree.npmRuns()[0] ?? '', /--include=dev/);
  });

  it('says that the optional packages were left out, and brings them', async () => {
    const tree = makeTree(lockOf({ 'node_modules/node-here': platformNode }));
    mkdirSync(tree.file('node_modules'));
    writeFileSync(tree.file('node_modules/.package-lock.json'), lockOf({}));
    const { code, said } = await tree.run();
    assert.equal(code, 0, said);
    assert.match(said, /--omit=optional/);
  });

  it('links the Node of the platform when npm did not', async () => {
    const lock = lockOf({ 'node_modules/node-here': platformNode });
    const tree = makeTree(lock);
    mkdirSync(tree.file('node_modules/node-here/bin'), { recursive: true });
    writeFileSync(tree.file('node_modules/node-here/bin/node'), '#!/bin/sh\necho v26.0.0\n');
    chmodSync(tree.file('node_modules/node-here/bin/node'), 0o755);
    writeFileSync(tree.file('node_modules/.package-lock.json'), lock);
    assert.deepEqual(await tree.run(), { code: 0, said: '' });
    const link = tree.file('node_modules/.bin/node');
    assert.equal(spawnSync(link, ['--version'], { encoding: 'utf8' }).stdout, 'v26.0.0\n');
  });

  it("passes npm's error and exit code on, and leaves nothing behind that blocks the next try", async () => {
    const tree = makeTree(lockOf({}));
    const failed = await tree.run({ NPM_FAILS: '1' });
    assert.equal(failed.code, 7);
    assert.match(failed.said, /npm error: no network[\s\S]*npm ci failed with exit code 7/);
    assert.equal(existsSync(tree.file('tmp')), false);
    assert.equal((await tree.run()).code, 0);
  });

  it('lets one of several started at once install, while the others wait', async () => {
    const tree = makeTree(lockOf({ 'node_modules/pg': { version: '8.0.0' } }));
    const slow = { NPM_TAKES_MS: '700' };
    const results = await Promise.all([tree.run(slow), tree.run(slow), tree.run(slow)]);
    assert.deepEqual(
      results.map(({ code }) => code),
      [0, 0, 0],
    );
    assert.equal(tree.npmRuns().length, 1);
  });

  it('waits for the npm that a killed process left behind, and keeps what it installed', async () => {
    const tree = makeTree(lockOf({ 'node_modules/pg': { version: '8.0.0' } }));
    const killed = tree.start({ NPM_TAKES_MS: '1500' });
    await until(() => tree.npmRuns().length > 0);
    killed.kill('SIGKILL');
    const { code, said } = await tree.run();
    assert.equal(code, 0);
    assert.match(said, /^Another process is installing/);
    assert.equal(tree.npmRuns().length, 1, 'what the orphaned npm finished is not done twice');
  });
});
