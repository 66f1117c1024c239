import type { Row } from '../row.ts';
import { spreadSignups } from '../sign-ups.ts';

export const row: Row = {
  name: 'signup-spread',
  measures:
    'POST /shifts/{id}/signups by many people for many shifts, against the statements of the same transaction',
  figure: 'perSecond',
  aim: { against: 'sql', atLeast: 0.7 },
  warmUpSeconds: 20,
  async setup(given) {
    const stage = await given.seeded();
    const { muster, databaseUrl } = stage;
    const overHttp = await spreadSignups(stage, 'spread');
    const bySql = await spreadSignups(stage, 'sql');
    return [
      {
        name: 'muster',
        pid: muster.pid,
        round: { kind: 'http', method: 'POST', url: muster.url, eachOnce: overHttp, connections: 16 },
      },
      {
        name: 'sql',
        round: { kind: 'sql', databaseUrl, operation: 'sign-up', eachOnce: bySql, connections: 16 },
      },
    ];
  },
};
