import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { classifyFailure } from './failures.ts';

const errorOf = (message: string, code?: string) => Object.assign(new Error(message), code && { code });

describe('a database error', () => {
  // Citus gives these the code of internal errors.
  for (const message of [
    'postmaster was shut down, exiting',
    "failed to prepare transaction 'citus_0_1_2_3' on host 127.0.0.1:5433",
    'could not commit transaction for shard 102040 on at least one active node',
    'execution cannot recover from multiple connection failures. Last node failed 127.0.0.1:5433',
    'failure on connection marked as essential: 127.0.0.1:5433',
  ])
    it(`means that the database is away: ${message}`, () => {
      assert.equal(classifyFailure(errorOf(message, 'XX000')), 'unavailable');
    });

  it('of any other kind is a mistake', () => {
    assert.equal(classifyFailure(errorOf('cache lookup failed for relation 1', 'XX000')), undefined);
    assert.equal(classifyFailure(errorOf('relation "shifts" does not exist', '42P01')), undefined);
    assert.equal(classifyFailure('postmaster was shut down'), undefined);
  });
});
