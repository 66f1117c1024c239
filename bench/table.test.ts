import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Row } from './row.ts';
import { tableOf } from './table.ts';

const spread = (median: number) => ({ median, least: median / 2, most: median * 2 });
const target = { p50Ms: 1, p99Ms: 1, extra: {} };
const setup = () => assert.fail('nothing is measured');

it('shows every row, with the last measurement and a mark where the aim is missed', () => {
  const rows: Row[] = [
    {
      name: 'read',
      measures: '',
      figure: 'perSecond',
      aim: { against: 'bare', atLeast: 0.5 },
      limitedBy: 'CPU',
      setup,
    },
    { name: 'start', measures: '', figure: 'seconds', aim: { atMost: 3 }, setup },
    { name: 'new', measures: '', figure: 'perSecond', setup },
  ];
  const targets = [
    { ...target, name: 'muster', figure: spread(100) },
    { ...target, name: 'bare', figure: spread(250), ratio: spread(0.4) },
  ];
  const results = [
    { name: 'read', measures: '', figure: 'perSecond', rounds: 1, targets },
    {
      name: 'start',
      measures: '',
      figure: 'seconds',
      rounds: 1,
      targets: [{ ...target, name: 'muster', figure: spread(2) }],
    },
  ] as const;
  const machine = { cores: 2, cpu: 'CPU', node: 'v26', postgres: '18', load_before: 0.1 };
  const table = tableOf(rows, {
    schema: 1,
    started_at: '2026-11-15T12:00:00Z',
    seconds: 1,
    machine,
    rows: results,
  });
  assert.deepEqual(table.split('\n').slice(2, 5), [
    '| `read` | ≥ 0.5 of bare | ✗ 0.40 (0.20–0.80) | CPU |',
    '| `start` | ≤ 3 s | 2.00 s |  |',
    '| `new` | – | – |  |',
  ]);
});
