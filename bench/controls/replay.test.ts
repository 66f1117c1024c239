import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadOperation, type Queryable } from './operation.ts';

/** Answers every statement with the next number, as the sequence of submissions would. */
function notingConnection() {
  const sent: string[] = [];
  let id = 0;
  const query = async ({ values = [] }: { values?: unknown[] }) => {
    sent.push(JSON.stringify(values));
    id += 1;
    return { command: 'SELECT', rows: [{ id }] };
  };
  return {
    connection: { query } as unknown as Queryable,
    eventIds: () => sent.join().match(/evt_\w+/g) ?? [],
  };
}

it('a replayed command has other events each time', async () => {
  const { run, inputOf } = await loadOperation('submit-form');
  const { connection, eventIds } = notingConnection();
  await run(connection, inputOf(0));
  const once = eventIds().length;
  assert.ok(once > 0, 'a submission is an event');
  await run(connection, inputOf(1));
  assert.equal(eventIds().length, once * 2);
  assert.equal(new Set(eventIds()).size, once * 2);
});
