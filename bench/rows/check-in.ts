import { spreadCheckIns } from '../check-ins.ts';
import type { Row } from '../row.ts';
import { allFollowed } from '../sign-ups.ts';

export const row: Row = {
  name: 'check-in',
  measures:
    'POST /shifts/{id}/checkin by many people at many shifts, against a small Fastify and pg program that locks the registration, inserts and updates',
  figure: 'perSecond',
  aim: { against: 'control', atLeast: 0.5 },
  limitedBy: 'CPU: a third of it for the journeys, badges and hours that follow',
  // Each person checks in once at each shift, so a longer warm-up would use up the check-ins.
  warmUpSeconds: 8,
  async setup(given) {
    const stage = await given.seeded();
    const { muster } = stage;
    const eachOnce = await spreadCheckIns(stage);
    const control = await stage.control('check-in');
    const load = { kind: 'http', method: 'POST', eachOnce, connections: 16 } as const;
    return [
      {
        name: 'muster',
        pid: muster.pid,
        round: { ...load, url: muster.url },
        untilFollowed: () => allFollowed(stage),
      },
      { name: 'control', pid: control.pid, round: { ...load, url: control.url } },
    ];
  },
};
