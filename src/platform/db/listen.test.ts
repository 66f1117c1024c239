import assert from 'node:assert/strict';
import { it } from 'node:test';
import pg from 'pg';
import { createDatabase, dropDatabase, skipBehindPooler } from '#test/database.ts';
import { until } from '#test/until.ts';
import { layWire } from '#test/wire.ts';
import { listen } from './listen.ts';

it('a listener connects again when the server is gone without a word', {
  skip: skipBehindPooler,
}, async () => {
  const url = await createDatabase();
  const wire = await layWire(url);
  const heard: string[] = [];
  let connections = 0;
  const listener = listen({
    url: wire.url,
    channels: ['news'],
    name: 'muster test listener',
    silenceMs: 2_000,
    onNotice: (payload) => void heard.push(payload),
    onConnect: () => {
      connections += 1;
    },
  });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await until(() => connections === 1);
    await client.query("notify news, 'before'");
    await until(() => heard.length === 1);
    wire.silence();
    await client.query("notify news, 'lost'");
    await until(() => connections > 1);
    await client.query("notify news, 'after'");
    await until(() => heard.length > 1);
    assert.deepEqual(heard, ['before', 'after']);
  } finally {
    await client.end();
    await listener.stop();
    await dropDatabase(url);
  }
});
