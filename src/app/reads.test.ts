import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { createPool } from '#platform/db/pool.ts';
import { readPool } from '#platform/db/replica.ts';
import { peopleApp } from '#test/people.ts';
import {
  actors,
  addressOf,
  buildWorld,
  contractRoutes,
  makeActor,
  permissionTable,
} from '#test/permission-table.ts';

/**
 * A GET works where nothing can be written: on a replica, and while a standby is being promoted. Two things are written
 * around it, not by it: the request budget (switched off in tests) and the last use of an API key, which no one waits for.
 */
const muster = await peopleApp();
const world = await buildWorld(muster);
const routes = (await contractRoutes(muster)).filter(({ method }) => method === 'GET');

const pool = createPool({ url: muster.database.url, size: 3, name: 'read only' });
pool.on('connect', (client) => void client.query('set default_transaction_read_only = on'));
after(() => pool.end());

describe('a GET writes nothing', () => {
  it('and is refused if it tries', async () => {
    const write = readPool.run(pool, () =>
      muster.database.db.deleteFrom('undelivered_mail').where('id', '=', 0).execute(),
    );
    await assert.rejects(write, { code: '25006' });
  });

  for (const route of routes) {
    it(route.name, async () => {
      const row = permissionTable[route.name];
      assert.ok(row, `${route.name} has no row in test/permission-table.ts`);
      const allowed = actors.filter((one) => row.may[one] === 'yes');
      // A person and a key: what is allowed to whom is for the permission walk.
      const kinds = new Set([allowed[0], allowed.find((one) => one === 'key with the scope')]);
      for (const kind of kinds) {
        if (kind === undefined) continue;
        const actor = await makeActor(world, kind, row.scope);
        const request = await row.request(world, actor);
        await readPool.run(pool, async () => {
          const answer = await muster.app.inject({
            method: 'GET',
            url: `/api/v1${addressOf(route, request)}`,
            headers: { ...(actor.token && { authorization: `Bearer ${actor.token}` }), ...request.headers },
            payloadAsStream: true,
          });
          const isEndless = String(answer.headers['content-type']).startsWith('text/event-stream');
          const body = isEndless ? answer.stream().destroy() : await text(answer.stream());
          assert.ok(answer.statusCode >= 200 && answer.statusCode < 400, `${answer.statusCode} ${body}`);
        });
      }
    });
  }
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
