import type { Row } from '../row.ts';
import { assertSameAnswer, personOne } from '../world.ts';

const path = '/api/v1/me';

export const row: Row = {
  name: 'authenticated-read',
  measures: `GET ${path} with a bearer token: one row by its key, and who is asking (the control does not ask)`,
  figure: 'perSecond',
  aim: { against: 'bare', atLeast: 0.35 },
  limitedBy:
    'CPU in the service, two and a half times as much as in the bare server; PostgreSQL only says whether something has changed',
  async setup(stage) {
    const { muster } = stage;
    const { authorization } = await personOne(stage);
    const headers = { authorization };
    const bare = await stage.bare(path, headers);
    const control = await stage.control('read-me');
    await assertSameAnswer(muster.url + path, control.url + path, headers);
    const load = { kind: 'http', connections: 16, headers } as const;
    return [
      { name: 'muster', pid: muster.pid, round: { ...load, url: muster.url + path } },
      { name: 'bare', pid: bare.pid, round: { ...load, url: bare.url + path } },
      { name: 'control', pid: control.pid, round: { ...load, url: control.url + path } },
    ];
  },
};
