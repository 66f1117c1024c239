'use strict';

// Runs before `npm start` and `npm test`, on whatever Node the machine has (20 or newer), before any package
// is there. Hence CommonJS, and nothing but Node's own modules.

const { spawn, spawnSync } = require('node:child_process');
const { createHash, randomUUID } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { createMutex } = require('./install-mutex.cjs');

const NODE_MAJOR = 26;

const root = path.resolve(__dirname, '..');
const modules = path.join(root, 'node_modules');
const lockfile = path.join(root, 'package-lock.json');
const installedLockfile = path.join(modules, '.package-lock.json');
const stampFile = path.join(modules, '.muster-installed');
// Not inside node_modules: `npm ci` empties that folder.
const scratch = path.join(root, 'tmp');
const mutex = createMutex(path.join(scratch, 'installing'));

// A server needs no development packages; an image built with `npm ci --omit=dev` starts as it is.
const needsDev = process.env['npm_lifecycle_event'] !== 'prestart';
// Node and PostgreSQL are optional packages only because each fits one platform. Who brings both can do without.
const bringsNode = Number(process.versions.node.split('.')[0]) >= NODE_MAJOR;
const needsOptional = needsDev || !bringsNode || !process.env['DATABASE_URL'];

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function fail(lines, code = 1) {
  say(`\n${lines.join('\n')}\n`);
  process.exit(code);
}

// --- What should be there, and is it? ---

const asList = (value) => (value === undefined ? [] : [].concat(value));

function fits(names, actual) {
  const list = asList(names);
  if (list.includes(`!${actual}`)) return false;
  const wanted = list.filter((name) => !name.startsWith('!'));
  return wanted.length === 0 || wanted.includes('any') || wanted.includes(actual);
}

const fitsHere = (entry) => fits(entry.os, process.platform) && fits(entry.cpu, process.arch);

function nodePackages(lock) {
  return Object.entries(lock.packages).filter(([, entry]) => entry.bin?.node !== undefined);
}

const nodeLink = () => path.join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

const hasNode = () => bringsNode || fs.existsSync(nodeLink());

// npm 10 installs the Node of this platform, then takes its link away along with those of the other platforms,
// because all of them are named `node`.
function linkNode() {
  if (fs.existsSync(nodeLink())) return;
  const here = nodePackages(JSON.parse(read(lockfile))).find(([, entry]) => fitsHere(entry));
  if (here === undefined) return;
  const [place, entry] = here;
  const target = path.relative(path.dirname(nodeLink()), path.join(root, place, entry.bin.node));
  if (!fs.existsSync(path.join(root, place, entry.bin.node))) return;
  fs.mkdirSync(path.dirname(nodeLink()), { recursive: true });
  fs.rmSync(nodeLink(), { force: true });
  if (process.platform === 'win32') fs.writeFileSync(nodeLink(), `@"%~dp0${target}" %*\r\n`);
  else fs.symlinkSync(target, nodeLink());
}

/** Why the packages are not as package-lock.json says; undefined when they are. */
function whatIsMissing() {
  const installedText = read(installedLockfile);
  if (installedText === undefined) return 'nothing is installed yet';
  const wanted = JSON.parse(read(lockfile)).packages;
  const installed = JSON.parse(installedText).packages;
  const ours = Object.entries(wanted).filter(([place]) => !place.includes('node_modules/'));
  const options = Object.assign({}, ...ours.map(([, entry]) => entry.optionalDependencies));
  for (const [place, entry] of Object.entries(wanted)) {
    // The C library is expensive to detect, and what only an optional package of another platform needs is absent.
    if (place === '' || entry.libc !== undefined || !fitsHere(entry)) continue;
    const isOurOption = place.slice('node_modules/'.length) in options;
    if (entry.optional && !(isOurOption && needsOptional)) continue;
    if (entry.dev && !needsDev) continue;
    if (installed[place]?.version === entry.version && fs.existsSync(path.join(root, place))) continue;
    if (installed[place] !== undefined) return 'the packages have changed';
    if (isOurOption) return 'the optional ones were left out (--omit=optional), and Muster needs them';
    return entry.dev ? 'the development packages are missing' : 'the packages have changed';
  }
  linkNode();
  if (!hasNode()) return `Node ${NODE_MAJOR} is missing`;
  return undefined;
}

function fingerprint() {
  const both = `${read(lockfile)}\n${read(installedLockfile) ?? randomUUID()}`;
  return createHash('sha256').update(both).digest('hex');
}

function isStamped() {
  const [locks, extent] = (read(stampFile) ?? '').split(' ');
  return locks !== '' && locks === fingerprint() && (extent === 'all' || !needsDev) && hasNode();
}

function stamp() {
  if (!needsOptional) return;
  try {
    fs.writeFileSync(stampFile, `${fingerprint()} ${needsDev ? 'all' : 'server'}`);
  } catch {
    // A read-only tree is fine: the next start compares again.
  }
}

// --- Installing ---

// Windows does not delete a program that runs, and this script may run on the very Node that npm is to replace;
// moving it away is allowed.
function stepAside() {
  if (process.platform !== 'win32' || !process.execPath.startsWith(modules)) return;
  for (const name of fs.readdirSync(scratch)) {
    if (name.startsWith('old-node-')) fs.rmSync(path.join(scratch, name), { force: true });
  }
  fs.renameSync(process.execPath, path.join(scratch, `old-node-${process.pid}.exe`));
}

function npmCommand() {
  const cli = process.env['npm_execpath'] ?? '';
  if (path.basename(cli) !== 'npm-cli.js') return ['npm', [], process.platform === 'win32'];
  return [process.env['npm_node_execpath'] ?? process.execPath, [cli], false];
}

function runNpmCi() {
  const [command, first, shell] = npmCommand();
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund'];
  const include = [...(needsOptional ? ['--include=optional'] : []), ...(needsDev ? ['--include=dev'] : [])];
  const npm = spawn(command, [...first, 'ci', ...quiet, ...include], {
    cwd: root,
    shell,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (npm.pid !== undefined) mutex.addHolder(npm.pid);
  // The terminal sends these to npm too; this process stays until npm has ended, to give the mutex back.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => npm.kill(signal));
  return new Promise((resolve) => {
    npm.on('error', (error) => {
      say(`npm could not be started: ${error.message}`);
      resolve(127);
    });
    npm.on('close', (code, signal) => resolve(code ?? 128 + os.constants.signals[signal]));
  });
}

function nodeThatDoesNotRun() {
  if (!fs.existsSync(nodeLink())) return undefined;
  const shell = process.platform === 'win32';
  const program = shell ? `"${nodeLink()}"` : nodeLink();
  const { status, stdout, error } = spawnSync(program, ['--version'], { encoding: 'utf8', shell });
  return status === 0 && stdout.startsWith('v') ? undefined : (error?.message ?? `exit ${status}`);
}

function checkNode() {
  const all = nodePackages(JSON.parse(read(lockfile)));
  const platforms = all.map(([, { os: system, cpu }]) => `${asList(system)[0]}-${asList(cpu)[0]}`).sort();
  const failure = nodeThatDoesNotRun();
  // It would take precedence over the system's Node.
  if (failure !== undefined) fs.rmSync(nodeLink(), { force: true });
  if (hasNode()) return;
  const here = `${process.platform}-${process.arch}`;
  if (failure === undefined && all.some(([, entry]) => fitsHere(entry))) {
    fail([
      `npm installed the packages without Node ${NODE_MAJOR}, which is an optional one.`,
      'If npm is set to skip optional packages (omit=optional in an .npmrc, or npm_config_omit), run:',
      '  npm ci --include=optional',
    ]);
  }
  fail([
    failure === undefined
      ? `Muster needs Node ${NODE_MAJOR}, and npm has none for ${here}.`
      : `The Node ${NODE_MAJOR} from npm does not run on this ${here} machine (${failure}).`,
    `It is installed automatically on ${platforms.join(', ')} (Linux with glibc).`,
    `On other systems, install Node ${NODE_MAJOR} or newer from https://nodejs.org. This is ${process.version}.`,
  ]);
}

async function install(reason) {
  say(`Installing packages: ${reason}. This happens once and takes up to a minute …`);
  stepAside();
  const code = await runNpmCi();
  if (code === 0) linkNode();
  return code;
}

async function main() {
  if (isStamped()) return;
  if (!mutex.isLocked() && whatIsMissing() === undefined) return stamp();

  await mutex.hold(() => say('Another process is installing the packages; waiting for it …'));
  process.once('exit', () => mutex.release());
  const reason = isStamped() ? undefined : whatIsMissing();
  const code = reason === undefined ? 0 : await install(reason);
  if (code !== 0) fail([`npm ci failed with exit code ${code}. Its message is above.`], code);
  checkNode();
  stamp();
  mutex.release();
}

main().catch((error) => fail([`The packages could not be installed: ${error.message}`]));
