import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { startPair } from '#test/standby.ts';
import { until } from '#test/until.ts';
import { classifyFailure } from './failures.ts';
import { listen } from './listen.ts';
import { createPool } from './pool.ts';
import { findWritable, parseServers, withoutPassword } from './servers.ts';

describe('a DATABASE_URL with several servers', () => {
  it('is read as one address for each of them', () => {
    assert.deepEqual(
      parseServers('postgres://u:p@a:1,b/muster?target_session_attrs=read-write&sslmode=require'),
      {
        urls: ['postgres://u:p@a:1/muster?sslmode=require', 'postgres://u:p@b/muster?sslmode=require'],
        mustWrite: true,
      },
    );
    assert.equal(parseServers('postgres://a/muster?target_session_attrs=primary')?.mustWrite, true);
    assert.deepEqual(parseServers('postgres://a/muster'), {
      urls: ['postgres://a/muster'],
      mustWrite: false,
    });
    for (const wrong of ['postgres://a,b/muster?target_session_attrs=standby', 'postgres://a,,b/muster'])
      assert.equal(parseServers(wrong), undefined, wrong);
  });

  it('is shown with all of them and without the password', () => {
    assert.equal(
      withoutPassword('postgres://u:hidden@a:1,b:2/muster?target_session_attrs=read-write'),
      'postgres://u@a:1,b:2/muster',
    );
    assert.equal(withoutPassword('postgres://u:hidden@host:99999/muster'), 'the given address');
  });
});

describe('of a primary and its standby', async () => {
  const pair = await startPair({ fsync: 'off' });
  const { url, primary, standby } = pair;
  const pool = createPool({ url, size: 2, name: 'muster test servers' });
  const notices: string[] = [];
  const listener = listen({
    url,
    channels: ['news'],
    name: 'muster test listener',
    onNotice: (text) => notices.push(text),
  });
  after(async () => {
    await listener.stop();
    await pool.end();
    await pair.stop();
  });
  const write = () => pool.query('create table if not exists notes ()');
  const isHeard = async (text: string) => {
    await pool.query('select pg_notify($1, $2)', ['news', text]);
    return notices.includes(text);
  };

  it('the pool, the listener and migrations use the primary, whichever comes first', async () => {
    await write();
    assert.equal(await findWritable(url), primary.url);
    await until(() => isHeard('before'));
  });

  it('the standby is used once it is promoted, and until then the database is unavailable', async () => {
    await primary.stop();
    for (const _ of [1, 2])
      await assert.rejects(write(), (error) => classifyFailure(error) === 'unavailable');
    const promoting = new pg.Client({ connectionString: standby.url });
    await promoting.connect();
    await promoting.query('select pg_promote()');
    await promoting.end();
    await until(() =>
      write().then(
        () => true,
        () => false,
      ),
    );
    await until(() => isHeard('after'));
  });
});
