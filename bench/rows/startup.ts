import { join } from 'node:path';
import { startMuster } from '../children.ts';
import type { Row } from '../row.ts';

export const row: Row = {
  name: 'startup',
  measures:
    'muster start with its own PostgreSQL on data that is there already, until it says that it is ready',
  figure: 'seconds',
  aim: { atMost: 3 },
  limitedBy: 'loading and compiling the code; PostgreSQL takes a fiftieth of the time',
  rounds: 3,
  async setup(stage) {
    const settings = { MUSTER_DATA_DIR: join(stage.folder, 'own') };
    const start = async () => {
      const muster = await startMuster(settings);
      await muster.stop();
      return muster.readySeconds;
    };
    const firstSeconds = await start();
    return [
      {
        name: 'second start',
        round: async () => {
          const readyMs = (await start()) * 1_000;
          return {
            count: 1,
            perSecond: 1_000 / readyMs,
            p50Ms: readyMs,
            p99Ms: readyMs,
            extra: { 'first start s': firstSeconds },
          };
        },
      },
    ];
  },
};
