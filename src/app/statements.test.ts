import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { recount } from '#demo/recount.ts';
import { fillOrganization, fillPerson, newest, surround } from '#test/crowd.ts';
import { peopleApp } from '#test/people.ts';
import {
  actors,
  addressOf,
  buildWorld,
  type ContractRoute,
  contractRoutes,
  makeActor,
  permissionTable,
  type World,
} from '#test/permission-table.ts';
import { ceilings } from '#test/statement-ceilings.ts';
import { replacements, variants } from '#test/statement-variants.ts';
import { countStatements } from '#test/statements.ts';

/** The same requests to two services: one with a few rows around each resource, one with ten times as many. */
const sizes = [2, 20];
const sides = await Promise.all(sizes.map(openSide));
const [first] = sides;
assert.ok(first);
const routes = await contractRoutes(first.world.muster);

interface Side {
  readonly size: number;
  readonly world: World;
}

async function openSide(size: number): Promise<Side> {
  const muster = await peopleApp({ MUSTER_RATE_LIMIT: 'on' });
  const world = await buildWorld(muster);
  await fillOrganization(muster.database.db, world.organization, world.owner.id, size);
  return { size, world };
}

let callers = 0;

/** Sends one valid request from a caller that nothing is remembered of, and returns its statements. */
async function measure(
  name: string,
  route: ContractRoute,
  { world, size }: Side,
): Promise<readonly string[]> {
  const { muster, organization } = world;
  const row = permissionTable[route.name];
  assert.ok(row, `${route.name} has no row in test/permission-table.ts`);
  const kind = row.may.owner === 'yes' ? 'owner' : actors.find((one) => row.may[one] === 'yes');
  const actor = await makeActor(world, kind ?? 'nobody', row.scope);
  const { db, pool } = muster.database;
  const before = await newest(db);
  const sized = variants[name]?.request ?? replacements[name];
  const request = await (sized?.(world, actor, size) ?? row.request(world, actor));
  await surround(db, before, size);
  const people = [actor.person?.id, request.params?.['user_id']];
  for (const person of people) if (person) await fillPerson(db, organization, Number(person), size);
  await recount(db, before.shifts);
  callers += 1;
  let isEndless = false;
  const { texts } = await countStatements(pool, async () => {
    const answer = await muster.app.inject({
      method: route.method as 'GET',
      url: `/api/v1${addressOf(route, request)}`,
      remoteAddress: `10.0.${callers >> 8}.${callers & 255}`,
      headers: { ...(actor.token && { authorization: `Bearer ${actor.token}` }), ...request.headers },
      ...(request.body && { payload: request.body }),
      payloadAsStream: true,
    });
    isEndless = String(answer.headers['content-type']).startsWith('text/event-stream');
    const body = isEndless ? answer.stream().destroy() : await text(answer.stream());
    assert.ok(answer.statusCode >= 200 && answer.statusCode < 300, `${answer.statusCode} ${body}`);
  });
  // A stream asks the same again when access changes anywhere, also by what a test before it did.
  return isEndless ? [...new Set(texts)] : texts;
}

describe('statements per request', () => {
  const cases = [
    ...routes.map((route) => ({ name: route.name, route })),
    ...Object.entries(variants).map(([name, variant]) => ({
      name,
      route: routes.find((route) => route.name === variant.route),
    })),
  ];

  it('have a ceiling for every route, and for none besides', () => {
    assert.deepEqual(
      Object.keys(ceilings).sort(),
      cases.map(({ name }) => name).sort(),
      'see test/statement-ceilings.ts',
    );
  });

  for (const { name, route } of cases) {
    it(`of ${name} stay below the ceiling and do not grow with the data`, async () => {
      assert.ok(route, `${name} is a variant of no route`);
      const texts = [];
      for (const side of sides) texts.push(await measure(name, route, side));
      const [few = [], many = []] = texts;
      const listed = `\n${many.map((one) => one.replaceAll(/\s+/g, ' ').trim().slice(0, 120)).join('\n')}`;
      assert.equal(many.length, few.length, `ten times the data, and these statements:${listed}`);
      assert.ok(many.length <= (ceilings[name] ?? 0), `${many.length} of ${ceilings[name]}:${listed}`);
    });
  }
});
