import type { Aim, Figure, Row, Sample, Target } from './row.ts';

export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export interface TargetResult {
  readonly name: string;
  readonly figure: Spread;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of the server for one request, where it can be read. */
  readonly cpuUs?: number;
  /** The first target's figure divided by this one's, round by round. */
  readonly ratio?: Spread;
  readonly extra: Readonly<Record<string, number>>;
}

export interface RowResult {
  readonly name: string;
  readonly measures: string;
  readonly figure: Figure;
  readonly rounds: number;
  readonly aim?: Aim & { readonly met: boolean };
  readonly targets: readonly TargetResult[];
}

export function resultOf(
  row: Row,
  targets: readonly [Target, ...Target[]],
  samples: readonly (readonly Sample[])[],
): RowResult {
  const figures = samples.map((of) => of.map((sample) => figureOf(row.figure, sample)));
  const subject = figures[0] ?? [];
  const results = targets.map(({ name }, index): TargetResult => {
    const own = samples[index] ?? [];
    const values = figures[index] ?? [];
    return {
      name,
      figure: spread(values),
      p50Ms: spread(own.map((sample) => sample.p50Ms)).median,
      p99Ms: spread(own.map((sample) => sample.p99Ms)).median,
      ...(own[0]?.cpuUs !== undefined && { cpuUs: spread(own.map(({ cpuUs = 0 }) => cpuUs)).median }),
      ...(index > 0 && { ratio: spread(subject.map((value, round) => value / (values[round] ?? 0))) }),
      extra: medianExtras(own),
    };
  });
  const { name, measures, figure, aim } = row;
  const base = { name, measures, figure, rounds: subject.length, targets: results };
  return aim ? { ...base, aim: { ...aim, met: isMet(aim, results) } } : base;
}

function figureOf(figure: Figure, sample: Sample): number {
  if (figure === 'seconds') return sample.p50Ms / 1_000;
  return sample[figure];
}

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
  return { median, least: sorted[0] ?? 0, most: sorted.at(-1) ?? 0 };
}

function medianExtras(samples: readonly Sample[]): Record<string, number> {
  const names = Object.keys(samples[0]?.extra ?? {});
  return Object.fromEntries(
    names.map((name) => [name, spread(samples.map(({ extra }) => extra?.[name] ?? 0)).median]),
  );
}

function isMet(aim: Aim, results: readonly TargetResult[]): boolean {
  const measured =
    aim.against === undefined
      ? results[0]?.figure.median
      : results.find(({ name }) => name === aim.against)?.ratio?.median;
  if (measured === undefined) throw new Error(`the aim names ${aim.against}, which is no target`);
  return measured >= (aim.atLeast ?? -Infinity) && measured <= (aim.atMost ?? Infinity);
}

/** One row as a person reads it. */
export function printable(result: RowResult): string {
  const [subject] = result.targets;
  const lines = result.targets.map((target) => {
    const compared = target.ratio && `${subject?.name} is ${ratioText(target.ratio)} of it`;
    const cpu = target.cpuUs === undefined ? undefined : `${short(target.cpuUs)} µs CPU`;
    const extras = Object.entries(target.extra).map(([name, value]) => `${short(value)} ${name}`);
    const times = result.figure === 'seconds' ? '' : `p50 ${ms(target.p50Ms)}  p99 ${ms(target.p99Ms)}`;
    return [
      '  ',
      target.name.padEnd(13),
      figureText(result.figure, target.figure),
      times,
      cpu,
      compared,
      ...extras,
    ]
      .filter((part) => part !== undefined && part !== '')
      .join('  ')
      .trimEnd();
  });
  return [`${result.name}: ${result.measures}`, ...lines, ...aimLine(result)].join('\n');
}

function figureText(figure: Figure, { median, least, most }: Spread): string {
  const unit = { perSecond: 'a second', p50Ms: 'ms p50', p99Ms: 'ms p99', seconds: 's' }[figure];
  return `${short(median)} ${unit}`.padStart(16) + ` (${short(least)}–${short(most)})`.padEnd(18);
}

function aimLine({ aim, targets }: RowResult): string[] {
  if (!aim) return [];
  const bound = aim.atLeast === undefined ? `at most ${aim.atMost}` : `at least ${aim.atLeast}`;
  const what = aim.against === undefined ? targets[0]?.name : `${targets[0]?.name} / ${aim.against}`;
  return [`    aim: ${what} ${bound}: ${aim.met ? 'met' : 'NOT met'}`];
}

const ratioText = ({ median, least, most }: Spread): string =>
  `${median.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`;

const ms = (value: number): string => `${value.toFixed(2)} ms`.padStart(9);

function short(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2);
}
