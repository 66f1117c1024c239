import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { createSealer, openDatabase } from '#platform/db/index.ts';
import { neverOverloaded } from '#platform/http/load.ts';
import { testSecret } from '#test/database.ts';
import { peopleApp } from '#test/people.ts';
import {
  type Actor,
  actors,
  addressOf,
  buildWorld,
  contractRoutes,
  makeActor,
  permissionTable,
  type ValidRequest,
} from '#test/permission-table.ts';
import { createServer } from './service.ts';

/**
 * A GET works where nothing can be written: on a replica, and while a standby is being promoted. Two things are written
 * around it, not by it: the request budget (switched off in tests) and the last use of an API key, which no one waits for.
 */
const muster = await peopleApp();
const world = await buildWorld(muster);
const routes = (await contractRoutes(muster)).filter(({ method }) => method === 'GET');
const database = readOnlyDatabase();
const readOnly = await createServer({ ...muster.platform, database }, undefined, { load: neverOverloaded });
after(async () => {
  await readOnly.close();
  await database.close();
});

function readOnlyDatabase() {
  const url = new URL(muster.database.url);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  return openDatabase({ url: url.toString(), size: 3, name: 'read only', sealer: createSealer(testSecret) });
}

async function assertReads(address: string, actor: Actor, headers: ValidRequest['headers']): Promise<void> {
  const answer = await readOnly.inject({
    url: `/api/v1${address}`,
    headers: { ...(actor.token && { authorization: `Bearer ${actor.token}` }), ...headers },
    payloadAsStream: true,
  });
  const isEndless = String(answer.headers['content-type']).startsWith('text/event-stream');
  const body = isEndless ? answer.stream().destroy() : await text(answer.stream());
  assert.ok(answer.statusCode >= 200 && answer.statusCode < 400, `${answer.statusCode} ${body}`);
}

describe('a GET writes nothing', () => {
  it('and is refused if it tries', async () => {
    const write = database.db.deleteFrom('undelivered_mail').where('id', '=', 0).execute();
    await assert.rejects(write, { code: '25006' });
  });

  for (const route of routes) {
    it(route.name, async () => {
      const row = permissionTable[route.name];
      assert.ok(row, `${route.name} has no row in test/permission-table.ts`);
      const allowed = actors.filter((one) => row.may[one] === 'yes');
      // A visitor, a person and a key: what is allowed to whom is for the permission walk.
      const kinds = new Set([
        allowed[0],
        ...allowed.filter((one) => ['owner', 'key with the scope'].includes(one)),
      ]);
      let request: ValidRequest | undefined;
      for (const kind of kinds) {
        if (kind === undefined) continue;
        const actor = await makeActor(world, kind, row.scope);
        // What is prepared for one caller in particular is of no use to the next.
        if (request === undefined || row.request.length > 1) request = await row.request(world, actor);
        await assertReads(addressOf(route, request), actor, request.headers);
        if (route.name === 'GET /shifts' && actor.person)
          await assertReads('/shifts?eligible=me', actor, request.headers);
      }
    });
  }
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
