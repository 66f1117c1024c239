import { spreadCheckIns } from '../check-ins.ts';
import type { Row } from '../row.ts';

export const row: Row = {
  name: 'check-in',
  measures:
    'POST /shifts/{id}/checkin by many people at many shifts, against the statements of the same transaction',
  figure: 'perSecond',
  aim: { against: 'sql', atLeast: 0.5 },
  warmUpSeconds: 20,
  async setup(given) {
    const stage = await given.seeded();
    const { muster, databaseUrl } = stage;
    const { overHttp, bySql } = await spreadCheckIns(stage);
    return [
      {
        name: 'muster',
        pid: muster.pid,
        round: { kind: 'http', method: 'POST', url: muster.url, eachOnce: overHttp, connections: 16 },
      },
      {
        name: 'sql',
        round: { kind: 'sql', databaseUrl, operation: 'check-in', eachOnce: bySql, connections: 16 },
      },
    ];
  },
};
