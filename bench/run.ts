import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { describeIndexUse } from './index-use.ts';
import { Loaders } from './load.ts';
import { printable, type RowResult, resultOf } from './report.ts';
import type { Row, Sample, Target } from './row.ts';
import { isSize, type Size } from './seeded.ts';
import { Stage } from './stage.ts';
import { type RunResult, tableOf } from './table.ts';

/** `npm run bench`: all rows. `npm run bench -- trivial-read startup`: these. bench/README.md tells how to read it. */
const { values: options, positionals } = readArguments();
const resultsFolder = new URL('results/', import.meta.url);
/** The service is the larger program: its code is compiled in full only after some ten thousand requests. */
const warmUpSeconds = { first: 4, others: 1.5 };

class Interruption extends Error {}

/** Instead of what the rows say. */
interface Asked {
  readonly rounds: number | undefined;
  readonly seconds: number | undefined;
}

try {
  const rows = await loadRows(positionals);
  if (options.list) for (const row of rows) console.log(`${row.name.padEnd(20)} ${row.measures}`);
  else if (options.table) console.log(tableOf(rows, await lastRun()));
  else await main(rows);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        size: { type: 'string', default: 'large' },
        list: { type: 'boolean' },
        table: { type: 'boolean' },
        indexes: { type: 'boolean' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

async function loadRows(wanted: readonly string[]): Promise<Row[]> {
  const files = (await readdir(new URL('rows/', import.meta.url))).filter((file) => file.endsWith('.ts'));
  const modules = await Promise.all(
    files
      .sort()
      .map(async (file) => (await import(`./rows/${file}`)) as { row?: Row; rows?: readonly Row[] }),
  );
  const all = modules.flatMap(({ row, rows = [] }) => (row ? [row] : rows));
  const isWanted = ({ name }: Row, by: string) => name === by || name.startsWith(`${by}-`);
  const unknown = wanted.filter((name) => !all.some((row) => isWanted(row, name)));
  if (unknown.length > 0) {
    const names = all.map((row) => row.name).join(', ');
    throw new Error(`There is no row ${unknown.join(', ')}. There are: ${names}.`);
  }
  return wanted.length === 0 ? all : all.filter((row) => wanted.some((name) => isWanted(row, name)));
}

async function lastRun(): Promise<RunResult> {
  const text = await readFile(new URL('latest.json', resultsFolder), 'utf8').catch(() => {
    throw new Error('There are no results yet. Run the benchmarks first: npm run bench');
  });
  return JSON.parse(text) as RunResult;
}

async function main(rows: readonly Row[]): Promise<void> {
  const startedAt = new Date();
  const loadBefore = loadavg()[0] ?? 0;
  const interrupted = new Promise<never>((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Interruption(`stopped by ${signal}`)));
  });
  interrupted.catch(() => {});
  const asked: Asked = { rounds: amountOf('rounds'), seconds: amountOf('seconds') };
  const stage = await Stage.open(sizeOf(options.size));
  const results: RowResult[] = [];
  try {
    for (const row of rows) {
      try {
        const result = await Promise.race([measure(row, stage, asked), interrupted]);
        results.push(result);
        console.log(`\n${printable(result)}`);
      } catch (error) {
        if (error instanceof Interruption) throw error;
        // The other rows are still worth measuring.
        console.error(`\n${row.name}: ${(error as Error).message}`);
        process.exitCode = 1;
      }
    }
    if (options.indexes) console.log(`\n${await describeIndexUse(await stage.databases())}`);
  } finally {
    await stage.close();
  }
  const machine = {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? 'unknown',
    node: process.version,
    postgres: stage.postgresVersion,
    load_before: loadBefore,
  };
  const seconds = Math.round((Date.now() - startedAt.getTime()) / 1_000);
  await mkdir(resultsFolder, { recursive: true });
  await writeFile(
    new URL('latest.json', resultsFolder),
    `${JSON.stringify({ schema: 1, started_at: startedAt.toISOString(), seconds, machine, rows: results } satisfies RunResult, null, 2)}\n`,
  );
  console.log(
    `\n${seconds} s on ${machine.cores} cores, load before ${loadBefore.toFixed(1)}. bench/results/latest.json`,
  );
}

function sizeOf(given: string): Size {
  if (isSize(given)) return given;
  throw new Error('--size is large or small.');
}

/** Of `x` rounds nothing would be measured. */
function amountOf(name: 'rounds' | 'seconds'): number | undefined {
  const given = options[name];
  if (given === undefined) return undefined;
  const amount = Number(given);
  if (amount > 0 && Number.isFinite(amount) && (name === 'seconds' || Number.isInteger(amount)))
    return amount;
  throw new Error(`--${name} is a ${name === 'rounds' ? 'whole ' : ''}number above 0.`);
}

async function measure(row: Row, stage: Stage, asked: Asked): Promise<RowResult> {
  const loaders = new Loaders();
  stage.atEnd(() => loaders.end());
  const targets = await row.setup(stage);
  const rounds = asked.rounds ?? row.rounds ?? 5;
  const seconds = asked.seconds ?? row.roundSeconds ?? 0.7;
  for (const [index, target] of targets.entries()) {
    if (typeof target.round === 'function') continue;
    await loaders.play(
      target,
      index === 0 ? (row.warmUpSeconds ?? warmUpSeconds.first) : warmUpSeconds.others,
    );
    await target.untilFollowed?.();
  }
  const end = await row.during?.(stage);
  const samples: Sample[][] = targets.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    // Each round begins with another one, so that no one always follows the same neighbor.
    for (let step = 0; step < targets.length; step += 1) {
      const index = (round + step) % targets.length;
      const target = targets[index];
      if (!target) continue;
      samples[index]?.push(await untilFollowed(target, await loaders.play(target, seconds)));
    }
  }
  await end?.();
  await loaders.end();
  return resultOf(row, targets, samples);
}

/** What follows from sign-ups waits until people have their answer, so its time is shown apart. */
async function untilFollowed(target: Target, sample: Sample): Promise<Sample> {
  if (!target.untilFollowed) return sample;
  const beganMs = performance.now();
  await target.untilFollowed();
  const ms = performance.now() - beganMs;
  return { ...sample, extra: { ...sample.extra, 'ms later, all that follows is done': ms } };
}
