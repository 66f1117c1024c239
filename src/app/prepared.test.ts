import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { mostOnConnection } from '#platform/db/prepared.ts';
import { peopleApp } from '#test/people.ts';

const { as, database, platform } = await peopleApp();

/** Every page size, both directions, with and without free spots: 800 different statements, each asked for twice. */
function* oddQueries(): Generator<string> {
  for (let limit = 1; limit <= 200; limit += 1)
    for (const sort of ['start_time', '-start_time'])
      for (const space of ['', '&has_space=true'])
        for (const _ of [1, 2]) yield `/shifts?limit=${limit}&sort=${sort}${space}`;
}

async function preparedOnEachConnection(): Promise<string[][]> {
  const clients = await Promise.all(
    Array.from({ length: database.pool.totalCount }, () => database.pool.connect()),
  );
  const answers = await Promise.all(
    clients.map((client) =>
      client.query<{ statement: string }>('select statement from pg_prepared_statements'),
    ),
  );
  for (const client of clients) client.release();
  return answers.map(({ rows }) => rows.map(({ statement }) => statement));
}

describe('anonymous reads of every odd kind', () => {
  it('leave room for other statements to be prepared, on connections that keep a bounded number', async () => {
    const visitor = as();
    for (const query of oddQueries()) assert.equal((await visitor.get(query)).status, 200, query);
    for (const _ of [1, 2, 3]) await sql`select 'asked afterwards'`.execute(platform.database.db);
    const connections = await preparedOnEachConnection();
    for (const statements of connections) assert.ok(statements.length <= mostOnConnection);
    assert.ok(connections.flat().some((statement) => statement.includes('asked afterwards')));
  });
});
