import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { componentsOf, strikeRoute } from '#test/hostile-walk.ts';
import { peopleApp } from '#test/people.ts';
import { contractRoutes } from '#test/permission-table.ts';

/**
 * Hostile values in every field of every operation, and odd headers: never a 5xx, and nothing leaks. Each field gets a
 * share of the values here, from some of the callers; `npm run drill -- hostile` sends all of them as everyone.
 */
const share = process.env['MUSTER_HOSTILE'] === 'all' ? { oneIn: 1, others: 6 } : { oneIn: 24, others: 1 };
const muster = await peopleApp();
/** The first person, whose id `01` is taken for: none of those who send. */
await muster.person();
const routes = await contractRoutes(muster);
const components = await componentsOf(muster);

describe('hostile values', () => {
  for (const [turn, route] of routes.entries())
    it(`sent to ${route.name} are refused or taken, never a failure`, () =>
      strikeRoute(muster, components, route, turn, share));
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
