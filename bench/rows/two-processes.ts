import { join } from 'node:path';
import { startMuster } from '../children.ts';
import type { Row } from '../row.ts';
import { benchSecret } from '../seeded.ts';
import { organizationOne } from '../world.ts';

const path = '/api/v1/programs/1';

export const row: Row = {
  name: 'two-processes',
  measures: `GET ${path} with MUSTER_PROCESSES=2, against one process; it needs a core for each process, PostgreSQL and the load`,
  figure: 'perSecond',
  aim: { against: 'one', atLeast: 1.5 },
  limitedBy: 'two cores, which the load and PostgreSQL need too',
  async setup(stage) {
    await organizationOne(stage);
    const settings = {
      DATABASE_URL: stage.databaseUrl,
      MUSTER_DATA_DIR: join(stage.folder, 'two-processes'),
      MUSTER_SECRET: benchSecret,
      MUSTER_RATE_LIMIT: 'off',
      MUSTER_PROCESSES: '2',
    };
    const two = await startMuster(settings, 'serve');
    stage.atEnd(() => two.stop());
    const load = { kind: 'http', connections: 32 } as const;
    return [
      { name: 'two', round: { ...load, url: two.url + path } },
      { name: 'one', pid: stage.muster.pid, round: { ...load, url: stage.muster.url + path } },
    ];
  },
};
