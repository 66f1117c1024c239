import type { Row } from '../row.ts';
import { assertSameAnswer, organizationOne } from '../world.ts';

const path = '/api/v1/programs/1';

export const row: Row = {
  name: 'trivial-read',
  measures: `GET ${path}: one row by its key through the whole stack`,
  figure: 'perSecond',
  aim: { against: 'bare', atLeast: 0.35 },
  limitedBy: 'CPU in the service; PostgreSQL only says whether something has changed',
  async setup(stage) {
    const { muster, databaseUrl } = stage;
    await organizationOne(stage);
    const bare = await stage.bare(path);
    const control = await stage.control('read-program');
    await assertSameAnswer(muster.url + path, control.url + path);
    const load = { kind: 'http', connections: 16 } as const;
    return [
      { name: 'muster', pid: muster.pid, round: { ...load, url: muster.url + path } },
      { name: 'bare', pid: bare.pid, round: { ...load, url: bare.url + path } },
      { name: 'sql', round: { kind: 'sql', databaseUrl, operation: 'read-program', connections: 16 } },
      { name: 'control', pid: control.pid, round: { ...load, url: control.url + path } },
    ];
  },
};
