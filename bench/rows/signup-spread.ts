import type { Row } from '../row.ts';
import { allFollowed, spreadSignups } from '../sign-ups.ts';

export const row: Row = {
  name: 'signup-spread',
  measures:
    'POST /shifts/{id}/signups by many people for many shifts, 64 at a time, against a small Fastify and pg program that locks the shift, inserts and counts',
  figure: 'perSecond',
  aim: { against: 'control', atLeast: 1 },
  limitedBy:
    'PostgreSQL and its disk: the service itself takes less CPU time than the control (235 and 261 µs)',
  // Each person signs up for each shift once, so a longer warm-up would use up the sign-ups.
  warmUpSeconds: 8,
  async setup(given) {
    const stage = await given.seeded();
    const { muster } = stage;
    const { overHttp, toControl } = await spreadSignups(stage);
    const control = await stage.control('sign-up');
    const load = { kind: 'http', method: 'POST', connections: 64 } as const;
    return [
      {
        name: 'muster',
        pid: muster.pid,
        round: { ...load, url: muster.url, eachOnce: overHttp },
        untilFollowed: () => allFollowed(stage),
      },
      { name: 'control', pid: control.pid, round: { ...load, url: control.url, eachOnce: toControl } },
    ];
  },
};
