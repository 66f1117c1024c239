import type { RowResult } from './report.ts';
import type { Aim, Figure, Row } from './row.ts';

/** bench/results/latest.json */
export interface RunResult {
  readonly schema: 1;
  readonly started_at: string;
  readonly seconds: number;
  readonly machine: {
    readonly cores: number;
    readonly cpu: string;
    readonly node: string;
    readonly postgres: string;
    readonly load_before: number;
  };
  readonly rows: readonly RowResult[];
}

const units: Record<Figure, string> = {
  perSecond: 'a second',
  p50Ms: 'ms p50',
  p99Ms: 'ms p99',
  seconds: 's',
};

/** The table of docs/performance.md, as Markdown: every row, and what the last run has shown. */
export function tableOf(rows: readonly Row[], { started_at, machine, rows: results }: RunResult): string {
  const lines = rows.map((row) => {
    const result = results.find(({ name }) => name === row.name);
    return `| \`${row.name}\` | ${aimText(row)} | ${result ? measuredText(row, result) : '–'} | ${row.limitedBy ?? ''} |`;
  });
  const { cores, cpu, node, postgres, load_before: load } = machine;
  return [
    '| row | aim | measured | what limits it |',
    '|---|---|---|---|',
    ...lines,
    '',
    `Measured on ${started_at.slice(0, 10)}: ${cores} cores (${cpu}), Node ${node}, PostgreSQL ${postgres}, load ${load.toFixed(1)} before the run.`,
  ].join('\n');
}

function aimText({ aim, figure }: Row): string {
  if (!aim) return '–';
  const bound = aim.atLeast === undefined ? `≤ ${aim.atMost}` : `≥ ${aim.atLeast}`;
  return aim.against === undefined ? `${bound} ${units[figure]}` : `${bound} of ${aim.against}`;
}

function measuredText({ aim }: Row, { figure, targets }: RowResult): string {
  const compared = targets.find(({ name }) => name === aim?.against)?.ratio;
  const { median, least, most } = compared ?? targets[0]?.figure ?? { median: 0, least: 0, most: 0 };
  if (compared) return `${mark(aim, median)}${median.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`;
  const shown = median >= 100 ? Math.round(median).toLocaleString('en') : median.toFixed(2);
  return `${mark(aim, median)}${shown} ${units[figure]}`;
}

/** Aims that are missed stand out. */
function mark(aim: Aim | undefined, value: number): string {
  const isMissed = aim && (value < (aim.atLeast ?? -Infinity) || value > (aim.atMost ?? Infinity));
  return isMissed ? '✗ ' : '';
}
