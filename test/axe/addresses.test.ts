import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addresses, appRoutes } from './addresses.ts';

describe('the walk through every screen', () => {
  it('knows an address for each route of the app, and no others', async () => {
    const paths = (await appRoutes()).map(({ path }) => path);
    assert.deepEqual(Object.keys(addresses).toSorted(), paths.toSorted());
  });
});
