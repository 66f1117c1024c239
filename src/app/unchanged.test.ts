import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { peopleApp } from '#test/people.ts';
import {
  addressOf,
  buildWorld,
  type ContractRoute,
  contractRoutes,
  makeActor,
  permissionTable,
} from '#test/permission-table.ts';

const muster = await peopleApp();
const world = await buildWorld(muster);

async function written() {
  const { rows } = await sql<{ audited: number; announced: number }>`
    select (select count(*)::int from audit_log) as audited, (select count(*)::int from events) as announced
  `.execute(muster.database.db);
  return rows[0];
}

const isMove = ({ method, path }: ContractRoute) =>
  method === 'POST' && /\/\{id\}\/(archive|restore|publish|activate|deactivate)$/.test(path);

let seconds = 0;
function later(): void {
  seconds += 1;
  muster.setAhead({ seconds });
}

/** What an answer says of the thing itself; `changed` and `message` say what the request did. */
function thing({ changed, message, ...body }: Readonly<Record<string, unknown>>) {
  return body;
}

const routes = await contractRoutes(muster);

describe('a change to what is so already', () => {
  for (const route of routes.filter((one) => ['PATCH', 'PUT'].includes(one.method) || isMove(one)))
    it(`by ${route.name} writes, audits and announces nothing`, async () => {
      const row = permissionTable[route.name];
      assert.ok(row);
      const actor = await makeActor(world, 'owner', row.scope);
      const request = await row.request(world, actor);
      const send = async (body: unknown) => {
        later();
        const answer = await muster
          .as(actor.token)
          .send(route.method, addressOf(route, request), body, request.headers);
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        return answer.body as Record<string, unknown>;
      };
      const first = await send(request.body);
      const before = await written();
      assert.deepEqual(thing(await send(request.body)), thing(first), 'the same again');
      const all = { ...first, ...(request.body as object) };
      if (!isMove(route)) assert.deepEqual(thing(await send(all)), thing(first), 'all fields, as read');
      assert.deepEqual(await written(), before);
    });
});
