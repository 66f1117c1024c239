import type { Row } from '../row.ts';

const path = '/healthz';

export const row: Row = {
  name: 'healthz',
  measures: `GET ${path}: what every request pays before it does anything`,
  figure: 'perSecond',
  aim: { against: 'bare', atLeast: 0.65 },
  limitedBy: 'CPU: headers, hooks, the request id, durations and the log, each a few µs',
  async setup(stage) {
    const { muster } = stage;
    const load = { kind: 'http', connections: 16 } as const;
    const bare = await stage.bare(path);
    return [
      { name: 'muster', pid: muster.pid, round: { ...load, url: muster.url + path } },
      { name: 'bare', pid: bare.pid, round: { ...load, url: bare.url + path } },
    ];
  },
};
