import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeProtectedHeader } from 'jose';
import { sql } from 'kysely';
import { createSealer, inTransaction } from '#platform/db/index.ts';
import { freshDatabase } from '#test/database.ts';
import { expect200, openSession, peopleApp } from '#test/people.ts';
import { createSigningKeys } from './signing-keys.ts';

const muster = await peopleApp();
const { as, platform, database } = muster;
const kidOf = (token: string) => decodeProtectedHeader(token).kid;
const publishedKids = async () =>
  ((await as().get('/.well-known/jwks.json')).body.keys as { kid: string }[]).map(({ kid }) => kid);

describe('signing keys', () => {
  it('are published from the first question on, and two processes agree on the first one', async () => {
    const other = await muster.second();
    const [mine, theirs] = await Promise.all([
      as().get('/.well-known/jwks.json'),
      other.as().get('/.well-known/jwks.json'),
    ]);
    assert.equal(mine.body.keys.length, 1);
    assert.deepEqual(mine.body, theirs.body);
  });

  it('rest in the database encrypted', async () => {
    const { rows } = await sql<{ row: string }>`select k::text as row from signing_keys as k`.execute(
      database.db,
    );
    assert.ok(rows.length > 0);
    for (const { row } of rows) assert.doesNotMatch(row, /"d"/);
    const stranger = createSigningKeys({
      ...database,
      sealer: createSealer('quite another secret of 32 letters'),
    });
    await assert.rejects(stranger.forSigning(platform.clock()));
  });

  it('are published before they sign, and tokens of the old key go on working', async () => {
    const person = await muster.person();
    const before = kidOf(person.token);
    const next = await platform.keys.rotate(platform.clock());
    assert.deepEqual(new Set(await publishedKids()), new Set([before, next]));
    assert.equal(kidOf((await openSession(platform, person.id)).token), before);
    muster.setAhead({ seconds: 301 });
    try {
      const fresh = await openSession(platform, person.id);
      assert.equal(kidOf(fresh.token), next);
      expect200(await as(fresh.token).get('/me'));
      expect200(await as(person.token).get('/me'));
    } finally {
      muster.setAhead({ seconds: 0 });
    }
  });

  it('change under load without a single 401, on this process and on one whose list is old', async () => {
    const other = await muster.second();
    const person = await muster.person();
    expect200(await other.as(person.token).get('/me'));
    const answers: Promise<number>[] = [];
    for (let round = 0; round < 200; round += 1) {
      if (round === 50) await platform.keys.rotate(platform.clock());
      if (round === 100) for (const one of [muster, other]) one.setAhead({ seconds: 301 });
      const { refreshToken, token } = round % 20 === 0 ? await openSession(platform, person.id) : person;
      const app = round % 2 === 0 ? muster : other;
      answers.push(
        app
          .as(token)
          .get('/me')
          .then(({ status }) => status),
      );
      if (refreshToken !== person.refreshToken) {
        const refreshed = other.as().post('/auth/refresh', { refresh_token: refreshToken });
        answers.push(refreshed.then(({ status }) => status));
      }
    }
    assert.deepEqual(new Set(await Promise.all(answers)), new Set([200]));
    for (const one of [muster, other]) one.setAhead({ seconds: 0 });
  });

  it('are replaced after 90 days, and forgotten once no living token can carry them', async () => {
    const fresh = await freshDatabase();
    const keys = createSigningKeys(fresh);
    const start = Temporal.Instant.from('2026-01-01T00:00:00Z');
    const days = (count: number) => start.add({ hours: 24 * count });
    const first = await keys.forSigning(start);
    assert.equal(await keys.rotateByAge(days(89)), undefined);
    const second = await keys.rotateByAge(days(91));
    assert.ok(second);
    assert.equal(await keys.rotateByAge(days(92)), undefined);
    await keys.rotateByAge(days(91 + 30));
    assert.ok(await createSigningKeys(fresh).find(first.kid), 'a refresh token may still carry it');
    await keys.rotateByAge(days(91 + 36));
    assert.equal(await createSigningKeys(fresh).find(first.kid), undefined);
    assert.equal((await createSigningKeys(fresh).forSigning(days(130))).kid, second);
  });

  it('sign in as many transactions as there are connections, also when the list is old', async () => {
    const small = await freshDatabase({ size: 2 });
    const keys = createSigningKeys(small, 0);
    const { kid } = await keys.forSigning(platform.clock());
    const sign = () =>
      inTransaction(small, {}, async (tx) => {
        await sql`select 1`.execute(tx);
        return (await keys.forSigning(platform.clock())).kid;
      });
    assert.deepEqual(await Promise.all([sign(), sign()]), [kid, kid]);
  });

  it('ask the database only a few times a second for key ids that were made up', async () => {
    let reads = 0;
    const counting = database.db.withPlugin({
      transformQuery({ node }) {
        reads += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const keys = createSigningKeys({ ...database, db: counting });
    for (let round = 0; round < 100; round += 1) assert.equal(await keys.find(`made-up-${round}`), undefined);
    assert.ok(reads <= 21, `${reads} reads`);
  });
});
