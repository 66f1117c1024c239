import type { Row } from '../row.ts';
import { organizationOne, personOne } from '../world.ts';

const path = '/api/v1/programs/1';

export const row: Row = {
  name: 'login-flood',
  measures: `GET ${path} at 400 a second while 8 connections log in without a pause, against the same in calm`,
  figure: 'p99Ms',
  aim: { against: 'calm', atMost: 2 },
  limitedBy:
    'two cores for hashing, the service, PostgreSQL and the load: each keeps a core for up to 3 ms at a time, and a login is 3 ms of work beside its hash. With hashes that only sleep it is 1.9 to 3.9',
  rounds: 4,
  roundSeconds: 1.6,
  async setup(stage) {
    await organizationOne(stage);
    const { email, password } = await personOne(stage);
    const read = { kind: 'http', url: stage.muster.url + path, connections: 64, perSecond: 400 } as const;
    const logins = {
      kind: 'http',
      method: 'POST',
      url: `${stage.muster.url}/api/v1/auth/login`,
      body: { email, password },
      connections: 8,
    } as const;
    return [
      { name: 'flooded', round: read, beside: { name: 'logins/s', load: logins } },
      { name: 'calm', round: read },
    ];
  },
};
